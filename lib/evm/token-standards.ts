/** What sets token standards apart. Code that treats them differently tests for a trait, never for a name. */
export type TokenTrait =
  /** Transfers name token ids: the contract is a collection with instances. */
  | 'ids'
  /** An id is one thing with one owner, who received it last. */
  | 'unique'
  /** Transfers carry amounts, and a balance is their sum; otherwise it is the number of things. */
  | 'amounts'
  /** Amounts are handles of ciphertexts: nobody can read balances, holders or supply. */
  | 'encrypted'
  /** A balance of the whole contract is a number of items, whatever its decimals. */
  | 'items'
  /** The contract as a whole need not have totalSupply() and decimals(). */
  | 'no supply'
  /** Metadata is at uri(uint256), else at tokenURI(uint256). */
  | 'uri'
  /** `{id}` in the metadata's URI stands for the id. */
  | 'id in uri'
  /** Its Deposit and Withdrawal logs move no wrapped coin. */
  | 'no deposits'
  /** The API answers 404 for its instances. ERC-7984 has none either, but upstream answers with empty lists. */
  | 'no instances'
  /** Upstream knows it, and names it in its error texts. */
  | 'upstream';

/** From the lowest priority to the highest: a token has the highest standard of its transfers. */
const STANDARDS = [
  { type: 'ERC-20', traits: ['amounts', 'no instances', 'upstream'] },
  { type: 'ERC-721', traits: ['ids', 'unique', 'items', 'no supply', 'no deposits', 'upstream'] },
  { type: 'ERC-1155', traits: ['ids', 'amounts', 'items', 'no supply', 'uri', 'id in uri', 'upstream'] },
  { type: 'ERC-6909', traits: ['ids', 'amounts', 'no supply', 'id in uri', 'no deposits'] },
  { type: 'ERC-404', traits: ['ids', 'unique', 'amounts', 'upstream'] },
  { type: 'ERC-7984', traits: ['amounts', 'encrypted', 'upstream'] },
] as const satisfies readonly { type: string; traits: readonly TokenTrait[] }[];

/** One token standard. */
export type TokenType = (typeof STANDARDS)[number]['type'];
/** The token standards, from the lowest priority to the highest. */
export const TOKEN_TYPES: readonly TokenType[] = STANDARDS.map(({ type }) => type);

const TRAITS = new Map<string, ReadonlySet<TokenTrait>>(
  STANDARDS.map(({ type, traits }) => [type, new Set<TokenTrait>(traits)]),
);

/** Whether a standard has a trait; false for one that is unknown. */
export function hasTrait(type: string | null | undefined, trait: TokenTrait): boolean {
  return TRAITS.get(type ?? '')?.has(trait) ?? false;
}

/** The standards that have a trait, in their order. */
export function typesWith(trait: TokenTrait): TokenType[] {
  return TOKEN_TYPES.filter((type) => hasTrait(type, trait));
}

/** The names of all standards as text: `ERC-20, ERC-721 or ERC-7984`. */
export function listTokenTypes(word: 'and' | 'or'): string {
  return `${TOKEN_TYPES.slice(0, -1).join(', ')} ${word} ${TOKEN_TYPES.at(-1)}`;
}

/** The type that a token has once transfers of both types were seen: a type is never lowered. */
export function higherTokenType(left: TokenType, right: TokenType): TokenType {
  return TOKEN_TYPES.indexOf(left) >= TOKEN_TYPES.indexOf(right) ? left : right;
}

/** What a transfer does to the supply, as the API names it. */
export const TRANSFER_KINDS = ['token_transfer', 'token_minting', 'token_burning', 'token_spawning'] as const;

/** Minting comes from the zero address, burning goes to it, spawning does both (20-byte addresses). */
export function transferKind(from: Uint8Array, to: Uint8Array): (typeof TRANSFER_KINDS)[number] {
  if (isZeroAddress(from)) return isZeroAddress(to) ? 'token_spawning' : 'token_minting';
  return isZeroAddress(to) ? 'token_burning' : 'token_transfer';
}

function isZeroAddress(address: Uint8Array): boolean {
  return address.every((byte) => byte === 0);
}
