/** The zero address as the API writes it: source of mints, target of burns. */
export const ZERO_ADDRESS_HASH = `0x${'0'.repeat(40)}`;
/** The emitter of the logs of coin transfers (EIP-7708), in lower case: no contract. */
export const SYSTEM_ADDRESS_HASH = `0x${'f'.repeat(39)}e`;

/** 0x and the first and last six digits, enough to distinguish look-alikes; short values stay whole. */
export function shortenHash(hash: string): string {
  return hash.length <= 18 ? hash : `${hash.slice(0, 8)}…${hash.slice(-6)}`;
}

/** The first and last four digits of a handle or word, with or without 0x. */
export function shortenHandle(handle: string): string {
  const digits = handle.replace(/^0x/, '');
  return digits.length <= 10 ? `0x${digits}` : `0x${digits.slice(0, 4)}…${digits.slice(-4)}`;
}

/** A token ID, its middle omitted above 24 digits. */
export function shortenTokenId(id: string): string {
  return id.length <= 24 ? id : `${id.slice(0, 8)}…${id.slice(-8)}`;
}
