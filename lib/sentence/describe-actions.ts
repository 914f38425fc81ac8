import { type Token, token as tokenSchema } from '@/lib/endpoints/token';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatExact, parseDecimals } from '@/lib/format/amount';
import { msg, t } from '@/lib/language/t';
import type { AssetValue, Part } from './describe-transaction';
import { phrase } from './phrase';
import { describePrice } from './unit-price';

type Action = Transaction['actions'][number];
type Data = Action['data'];

const MAX_IDS = 3;
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ['aave_v3', 'Aave V3'],
  ['uniswap_v3', 'Uniswap V3'],
]);
const PHRASES = {
  swap: msg('swapped {first} for {second}'),
  mint: msg('added {first} and {second} as liquidity'),
  burn: msg('removed {first} and {second} from liquidity'),
  collect: msg('collected {first} and {second}'),
  mint_nft: msg('minted {first}'),
  supply: msg('supplied {first}'),
  withdraw: msg('withdrew {first}'),
  borrow: msg('borrowed {first}'),
  repay: msg('repaid {first}'),
  flash_loan: msg('took a flash loan of {first}'),
  liquidation_call: msg('liquidated a position: repaid {first} for {second} of its collateral'),
};
/** The names of an asset's fields in an action: `debt_amount`, `amount0`. */
const PLACES = [
  ['', ''],
  ['', '0'],
  ['', '1'],
  ['debt_', ''],
  ['collateral_', ''],
] as const;

/**
 * What a transaction did in known protocols, an action as parts of a sentence; those without an amount are left out,
 * and swaps of which `sentence` already names both sides.
 */
export function describeActions(transaction: Transaction, sentence: readonly Part[]): Part[][] {
  const mentioned = new Set(
    sentence.flatMap((part) => (typeof part !== 'string' && 'asset' in part ? keyOf(part.asset) : [])),
  );
  return transaction.actions.flatMap(({ protocol, type, data }) => {
    const name = PROTOCOLS.get(protocol);
    if (name === undefined || !isKnown(type)) return [];
    const assets = PLACES.flatMap((place) => readAsset(transaction, data, place) ?? []);
    const isMentioned = type === 'swap' && assets.every((asset) => mentioned.has(keyOf(asset)));
    const [first, second] =
      type === 'mint_nft' ? [listPositions(transaction, data)] : assets.map((asset) => [{ asset }]);
    if (
      isMentioned ||
      first === undefined ||
      (second === undefined) === PHRASES[type].english.includes('{second}')
    )
      return [];
    const [gave, got] = assets;
    const price = type === 'swap' && gave && got ? describePrice(gave, got) : [];
    return [[`${name}: `, ...phrase<Part>(PHRASES[type], { first, second: second ?? [] }), ...price]];
  });
}

const isKnown = (type: string): type is keyof typeof PHRASES => Object.hasOwn(PHRASES, type);

function keyOf({ token, amount }: AssetValue): string {
  const size = BigInt(amount ?? 0);
  return `${token?.address_hash} ${formatExact(size < 0n ? -size : size, parseDecimals(token?.decimals ?? null) ?? 0)}`;
}

/** An action gives amounts in whole tokens: `2.5`. */
function readAsset(
  transaction: Transaction,
  data: Data,
  [before, after]: (typeof PLACES)[number],
): AssetValue | undefined {
  const amount = data[`${before}amount${after}`];
  if (amount === undefined) return undefined;
  const token = findToken(transaction, data[`${before}address${after}`], data[`${before}symbol${after}`]);
  if (token === undefined) return undefined;
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(amount)) ?? [];
  if (whole === undefined) return { token, token_id: null, amount: null };
  return {
    token: { ...token, decimals: String(fraction.length) },
    token_id: null,
    amount: `${whole}${fraction}`,
  };
}

function listPositions(transaction: Transaction, data: Data): Part[] | undefined {
  const token = findToken(transaction, data.address, data.symbol);
  const ids = Array.isArray(data.ids) ? data.ids.map(String) : [];
  if (token === undefined || ids.length === 0) return undefined;
  const shown = ids
    .slice(0, MAX_IDS)
    .flatMap((token_id, index): Part[] => [
      ...(index === 0 ? [] : [', ']),
      { asset: { token, token_id, amount: '1' } },
    ]);
  return ids.length > MAX_IDS
    ? [...shown, ` ${t('and {count} more', { count: ids.length - MAX_IDS })}`]
    : shown;
}

/** The token from the transaction's transfers, else from the action. */
function findToken(
  { token_transfers: transfers }: Transaction,
  address_hash: unknown,
  symbol: unknown,
): Token | undefined {
  const moved = transfers.find(({ token }) => token.address_hash === address_hash)?.token;
  const unknown = { type: null, name: null, decimals: null, total_supply: null, holders_count: null };
  const market = { circulating_market_cap: null, icon_url: null };
  return moved ?? tokenSchema.safeParse({ ...unknown, ...market, address_hash, symbol: symbol ?? null }).data;
}
