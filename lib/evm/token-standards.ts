/** Traits of token standards. Code tests for traits; only decoders, and words that clients fixed, name a standard. */
export type TokenTrait =
  /** Transfers have token IDs: the contract is a collection of instances. */
  | 'ids'
  /** An ID has one owner, its last recipient. */
  | 'unique'
  /** Transfers have amounts and a balance is their sum; otherwise it is the number of IDs. */
  | 'amounts'
  /** Amounts are ciphertext handles: balances, holders and supply are unknown. */
  | 'encrypted'
  /** Balances count items, ignoring decimals. */
  | 'items'
  /** Decimals are those of an ID, decimals(uint256), which are not read. */
  | 'decimals of ids'
  /** totalSupply() and decimals() are optional. */
  | 'no supply'
  /** Metadata is at uri(uint256), else tokenURI(uint256). */
  | 'uri'
  /** `{id}` in the metadata URI is replaced by the ID. */
  | 'id in uri'
  /** Its Deposit and Withdrawal logs are not wrapped coins. */
  | 'no deposits'
  /** The API answers 404 for its instances. ERC-7984 has none either, but upstream answers with empty lists. */
  | 'no instances'
  /** Known to upstream, and named in its error texts. */
  | 'upstream';

/** In ascending priority: a token has the highest standard of its transfers. */
const STANDARDS = [
  { type: 'ERC-20', traits: ['amounts', 'no instances', 'upstream'] },
  { type: 'ERC-721', traits: ['ids', 'unique', 'items', 'no supply', 'no deposits', 'upstream'] },
  { type: 'ERC-1155', traits: ['ids', 'amounts', 'items', 'no supply', 'uri', 'id in uri', 'upstream'] },
  {
    type: 'ERC-6909',
    traits: ['ids', 'amounts', 'decimals of ids', 'no supply', 'id in uri', 'no deposits'],
  },
  { type: 'ERC-404', traits: ['ids', 'unique', 'amounts', 'upstream'] },
  { type: 'ERC-7984', traits: ['amounts', 'encrypted', 'upstream'] },
] as const satisfies readonly { type: string; traits: readonly TokenTrait[] }[];

/** A token standard. */
export type TokenType = (typeof STANDARDS)[number]['type'];
/** Token standards in ascending priority. */
export const TOKEN_TYPES: readonly TokenType[] = STANDARDS.map(({ type }) => type);

const TRAITS = new Map<string, ReadonlySet<TokenTrait>>(
  STANDARDS.map(({ type, traits }) => [type, new Set<TokenTrait>(traits)]),
);

/** Whether a standard has a trait; false for an unknown one. */
export function hasTrait(type: string | null | undefined, trait: TokenTrait): boolean {
  return TRAITS.get(type ?? '')?.has(trait) ?? false;
}

/** The standards with a trait, in ascending priority. */
export function typesWith(trait: TokenTrait): TokenType[] {
  return TOKEN_TYPES.filter((type) => hasTrait(type, trait));
}

/** Whether all units are alike and counted in public: a balance is one amount, the sum of transfers. */
export function isFungible(type: string | null | undefined): boolean {
  return hasTrait(type, 'amounts') && !hasTrait(type, 'ids') && !hasTrait(type, 'encrypted');
}

/** The standards that are fungible. */
export const FUNGIBLE_TYPES: readonly TokenType[] = TOKEN_TYPES.filter(isFungible);

/** Whether balances are of an ID, read by balanceOf(address,uint256); otherwise of the token, by balanceOf(address). */
export function isHeldById(type: string | null | undefined): boolean {
  return hasTrait(type, 'ids') && !hasTrait(type, 'unique');
}

/** The decimals that an amount of a token, or of an ID of it, is in; null if unknown. */
export function decimalsOf(
  token: Readonly<{ type: string | null; decimals: string | null }>,
  id: string | null,
): string | null {
  return id !== null && hasTrait(token.type, 'decimals of ids') ? null : token.decimals;
}

/** All standards as text: `ERC-20, ERC-721 or ERC-7984`. */
export function listTokenTypes(word: 'and' | 'or'): string {
  return `${TOKEN_TYPES.slice(0, -1).join(', ')} ${word} ${TOKEN_TYPES.at(-1)}`;
}

/** The standard with the higher priority: a token's type is never lowered. */
export function higherTokenType(left: TokenType, right: TokenType): TokenType {
  return TOKEN_TYPES.indexOf(left) >= TOKEN_TYPES.indexOf(right) ? left : right;
}

/** Transfer kinds of the API. */
export const TRANSFER_KINDS = ['token_transfer', 'token_minting', 'token_burning', 'token_spawning'] as const;

/** Kind by zero address: mint from it, burn to it, spawn for both. */
export function transferKind(from: Uint8Array, to: Uint8Array): (typeof TRANSFER_KINDS)[number] {
  if (isZeroAddress(from)) return isZeroAddress(to) ? 'token_spawning' : 'token_minting';
  return isZeroAddress(to) ? 'token_burning' : 'token_transfer';
}

function isZeroAddress(address: Uint8Array): boolean {
  return address.every((byte) => byte === 0);
}
