/** The zero address: source of mints, target of burns. */
export const ZERO_ADDRESS = Buffer.alloc(20);
