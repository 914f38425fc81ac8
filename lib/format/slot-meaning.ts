/** What a storage variable of a contract is by its name, as far as common names tell. */
export type SlotMeaning = 'balance' | 'allowance' | 'supply' | 'owner' | 'implementation';

const NAMES: readonly (readonly [SlotMeaning, RegExp])[] = [
  ['allowance', /^_?(allowances?|allowed)\[[^\]]*\]\[[^\]]*\]$/i],
  ['balance', /^_?balances?(Of)?\[[^\]]*\]$/i],
  ['supply', /^_?totalSupply_?$/i],
  ['owner', /^_?(owner|admin|pendingOwner)$/i],
  ['implementation', /^_?implementation$/i],
];
const AMOUNTS: ReadonlySet<SlotMeaning> = new Set(['balance', 'allowance', 'supply']);

/** The meaning of a variable, named with the keys of its mappings: `_balances[0xab…]`; undefined for most. */
export function meaningOfSlot(name: string): SlotMeaning | undefined {
  return NAMES.find(([, names]) => names.test(name))?.[0];
}

/** Whether a variable alone in its slot is an amount of the token that has it. */
export function isTokenAmount(variables: readonly Readonly<{ name: string; type: string }>[]): boolean {
  const [only, ...others] = variables;
  if (only === undefined || others.length > 0 || only.type !== 'uint256') return false;
  const meaning = meaningOfSlot(only.name);
  return meaning !== undefined && AMOUNTS.has(meaning);
}
