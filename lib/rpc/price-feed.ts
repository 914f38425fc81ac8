import { formatUnits, parseAbi } from 'viem';
import type { Rpc } from './client';
import { readGetter } from './read-getter';

/** A price contract of an asset: a token, or `COIN`. A price older than `maxAge` seconds is stale. */
export type PriceFeed = Readonly<{
  asset: Buffer;
  kind: 'feed' | 'pool';
  contract: Buffer;
  maxAge: number;
}>;

/** A block by height, with its time in Unix seconds. */
export type PricedBlock = Readonly<{ number: number; timestamp: number }>;

/**
 * Result of a feed: the price of one whole asset in dollars as a decimal number, and when it was updated (Unix
 * seconds), or why there is none. `unavailable`: the node has no such state.
 */
export type FeedAnswer = Readonly<
  | { kind: 'price'; price: string; updatedAt: number }
  | { kind: 'none'; reason: string }
  | { kind: 'unavailable' }
>;

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);
const MAX_DECIMALS = 36;
/** In dollars; anything above is implausible. */
const MAX_PRICE = 1e12;
const MIN_PRICE = 1e-18;
/** Some feeds are set by clocks outside the chain, which may be ahead of its blocks. */
const AHEAD_SECONDS = 60;
const MAX_DESCRIPTION = 60;

/** The price of an AggregatorV3 feed in the state after a block. Throws AppError `node_unreachable` or `node_answer`. */
export async function fetchRound(
  rpc: Rpc,
  feed: Pick<PriceFeed, 'contract'>,
  block: PricedBlock,
): Promise<FeedAnswer> {
  const target = { rpc, to: feed.contract, height: block.number, abi: ABI };
  const [decimals, round] = await Promise.all([
    readGetter(target, 'decimals'),
    readGetter(target, 'latestRoundData'),
  ]);
  if (decimals === 'unavailable' || round === 'unavailable') return { kind: 'unavailable' };
  if (typeof decimals !== 'number' || !Array.isArray(round))
    return noPrice('it does not answer as an AggregatorV3 feed does');
  const [, answer, , updatedAt]: unknown[] = round;
  if (typeof answer !== 'bigint' || typeof updatedAt !== 'bigint') return noPrice('its round is malformed');
  if (decimals > MAX_DECIMALS) return noPrice(`it has ${decimals} decimals`);
  if (answer <= 0n) return noPrice('its answer is not above zero');
  if (updatedAt === 0n) return noPrice('its round is not complete');
  if (updatedAt > BigInt(block.timestamp + AHEAD_SECONDS)) return noPrice('its round is of the future');
  return answerPrice(formatUnits(answer, decimals), Number(updatedAt));
}

/** The description of a feed, such as "ETH / USD", in printable characters; null when it has none. */
export async function fetchDescription(
  rpc: Rpc,
  feed: Pick<PriceFeed, 'contract'>,
  height: number,
): Promise<string | null> {
  const text = await readGetter({ rpc, to: feed.contract, height, abi: ABI }, 'description');
  if (typeof text !== 'string') return null;
  const printable = text.replace(/[\p{C}\p{Z}\uFFFD]+/gu, ' ').trim();
  return printable === '' ? null : [...printable].slice(0, MAX_DESCRIPTION).join('');
}

/** A price as a decimal number, if it is plausible. */
export function answerPrice(price: string, updatedAt: number): FeedAnswer {
  const isPlausible = Number(price) >= MIN_PRICE && Number(price) <= MAX_PRICE;
  return isPlausible ? { kind: 'price', price, updatedAt } : noPrice('returned an implausible price');
}

/** The result of a contract without a usable price. */
export function noPrice(reason: string): FeedAnswer {
  return { kind: 'none', reason };
}
