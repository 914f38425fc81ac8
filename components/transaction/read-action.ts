import { formatDecimal } from '@/lib/format/amount';
import type { TokenName } from '../token/token-label';

/** What an action names: an amount of a token or the coin, a token without an amount, or NFTs; undefined if not told. */
type ActionItem = Readonly<{
  amount: ReturnType<typeof formatDecimal> | undefined;
  /** Undefined: the token has no address, so only its symbol is known. */
  token: TokenName | undefined;
  symbol: string | null;
  isAmount: boolean;
}>;

/** What an action names, and what else it says, by name. */
export type ReadAction = Readonly<{
  items: readonly ActionItem[];
  /** Token IDs of the first item. */
  ids: readonly string[];
  others: readonly (readonly [string, unknown])[];
}>;

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const OWN_BLOCK = 'block_number';
const NAMED = /^(.*)(amount|symbol|address)(\d*)$/;

/** Joins `amount0`, `symbol0`, `address0` and the like, and leaves out the block, which is the transaction's. */
export function readAction(data: Readonly<Record<string, unknown>>): ReadAction {
  const items = new Map<string, ActionItem>();
  const used = new Set([OWN_BLOCK]);
  for (const name of Object.keys(data)) {
    const [, prefix = '', , suffix = ''] = NAMED.exec(name) ?? [];
    const key = `${prefix} ${suffix}`;
    const of = (part: string) => `${prefix}${part}${suffix}`;
    const item = NAMED.test(name) && !items.has(key) ? readItem(data, of) : undefined;
    if (item === undefined) continue;
    items.set(key, item);
    for (const part of ['amount', 'symbol', 'address', 'name']) used.add(of(part));
  }
  const ids = items.size === 1 && isTexts(data.ids) ? data.ids : [];
  if (ids.length > 0) used.add('ids');
  return {
    items: [...items.values()],
    ids,
    others: Object.entries(data).filter(([name]) => !used.has(name)),
  };
}

function readItem(
  data: Readonly<Record<string, unknown>>,
  of: (part: string) => string,
): ActionItem | undefined {
  const [amount, symbol, address] = [data[of('amount')], textOf(data[of('symbol')]), data[of('address')]];
  const isToken = typeof address === 'string' && ADDRESS.test(address);
  if (!isToken && symbol === null) return undefined;
  return {
    amount: typeof amount === 'string' ? formatDecimal(amount) : undefined,
    token: isToken ? { address_hash: address, name: textOf(data[of('name')]), symbol } : undefined,
    symbol,
    isAmount: of('amount') in data,
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
