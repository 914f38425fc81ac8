import { formatUnits, parseAbi } from 'viem';
import { hexToBuffer } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { answerPrice, type FeedAnswer, noPrice, type PriceFeed } from './price-feed';
import { readGetter } from './read-getter';

/** The price of a token from another feed. */
export type ReferencePrice = Readonly<{ feed: PriceFeed; answer: FeedAnswer | undefined }>;

const POOL = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1)',
]);
const TOKEN = parseAbi(['function decimals() view returns (uint8)']);
const MAX_DECIMALS = 36;
/** Decimals of the price: more than of any answer, fewer than of their product. */
const SCALE = 24;
const V3_UNIT = 2n ** 192n;

/**
 * The price of a token in the state after a block, by a pool like those of Uniswap v3 or v2 whose other token has a known
 * price: the spot price, which anyone can move, times that price, and as old as it. Throws AppError `node_unreachable`
 * or `node_answer`.
 */
export async function fetchPoolPrice(
  rpc: Rpc,
  { feed, references }: Readonly<{ feed: PriceFeed; references: readonly ReferencePrice[] }>,
  block: Readonly<{ number: number; timestamp: number }>,
): Promise<FeedAnswer> {
  const pool = { rpc, to: feed.contract, height: block.number, abi: POOL };
  const [first, second, slot, reserves] = await Promise.all(
    ['token0', 'token1', 'slot0', 'getReserves'].map((getter) => readGetter(pool, getter)),
  );
  if ([first, second, slot, reserves].includes('unavailable')) return { kind: 'unavailable' };
  const tokens = [first, second].flatMap((token) => (typeof token === 'string' ? [hexToBuffer(token)] : []));
  const ratio = ratioOf(slot, reserves);
  const at = tokens.findIndex((token) => token.equals(feed.asset));
  const other = tokens[1 - at];
  if (tokens.length !== 2 || at < 0 || !other) return noPrice('it is no pool of the token');
  if (!ratio) return noPrice('the pool is empty, or none of a known form');
  const dollars = references.find((entry) => entry.feed.kind === 'feed' && entry.feed.asset.equals(other));
  const quote = dollars?.answer?.kind === 'price' ? dollars.answer : undefined;
  if (!dollars || !quote || block.timestamp - quote.updatedAt > dollars.feed.maxAge)
    return noPrice('the other token of the pool has no feed, or no price');
  const decimals = await Promise.all(
    [feed.asset, other].map((to) => readGetter({ rpc, to, height: block.number, abi: TOKEN }, 'decimals')),
  );
  if (decimals.includes('unavailable')) return { kind: 'unavailable' };
  const [own, others] = decimals;
  if (!isDecimals(own) || !isDecimals(others))
    return noPrice('the decimals of a token of the pool are not known');
  const [gives, takes] = at === 0 ? [ratio.second, ratio.first] : [ratio.first, ratio.second];
  const [whole = '', fraction = ''] = quote.price.split('.');
  const above = gives * 10n ** BigInt(own + SCALE) * BigInt(whole + fraction);
  const price = above / (takes * 10n ** BigInt(others + fraction.length));
  return answerPrice(formatUnits(price, SCALE), quote.updatedAt);
}

/** The ratio at which a pool exchanges its two tokens, in their smallest units; undefined if it has none. */
function ratioOf(slot: unknown, reserves: unknown): { first: bigint; second: bigint } | undefined {
  if (typeof slot === 'bigint') return slot > 0n ? { first: V3_UNIT, second: slot * slot } : undefined;
  const [first, second]: unknown[] = Array.isArray(reserves) ? reserves : [];
  const isFull = typeof first === 'bigint' && typeof second === 'bigint' && first > 0n && second > 0n;
  return isFull ? { first, second } : undefined;
}

function isDecimals(value: unknown): value is number {
  return typeof value === 'number' && value <= MAX_DECIMALS;
}
