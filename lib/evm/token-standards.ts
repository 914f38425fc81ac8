/** Token standards, from the lowest priority to the highest: a token has the highest of its transfers. */
export const TOKEN_TYPES = ['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404', 'ERC-7984'] as const;
/** One token standard. */
export type TokenType = (typeof TOKEN_TYPES)[number];

/** What a transfer does to the supply, as the API names it. */
export const TRANSFER_KINDS = ['token_transfer', 'token_minting', 'token_burning', 'token_spawning'] as const;
/** One kind of transfer. */
export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** The type that a token has once transfers of both types were seen: a type is never lowered. */
export function higherTokenType(left: TokenType, right: TokenType): TokenType {
  return TOKEN_TYPES.indexOf(left) >= TOKEN_TYPES.indexOf(right) ? left : right;
}

/** Minting comes from the zero address, burning goes to it, spawning does both (20-byte addresses). */
export function transferKind(from: Uint8Array, to: Uint8Array): TransferKind {
  if (isZeroAddress(from)) return isZeroAddress(to) ? 'token_spawning' : 'token_minting';
  return isZeroAddress(to) ? 'token_burning' : 'token_transfer';
}

function isZeroAddress(address: Uint8Array): boolean {
  return address.every((byte) => byte === 0);
}
