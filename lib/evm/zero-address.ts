/** The address of no account: mints come from it, burns go to it. */
export const ZERO_ADDRESS = Buffer.alloc(20);
