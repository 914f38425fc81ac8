/** The coin among the assets that have a price: tokens have an address, it has no bytes. */
export const COIN = Buffer.alloc(0);

/** Wei of a whole coin. */
export const WEI_PER_COIN = 10n ** 18n;
