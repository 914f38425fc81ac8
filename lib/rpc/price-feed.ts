import {
  type Abi,
  type ContractFunctionName,
  decodeFunctionResult,
  encodeFunctionData,
  formatUnits,
  parseAbi,
} from 'viem';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { fetchCall } from './methods';
import { AnswerTooLargeError } from './rpc-error';

/** A contract that tells the price of an asset: a token, or `COIN`. A price older than `maxAge` seconds counts no more. */
export type PriceFeed = Readonly<{
  asset: Buffer;
  kind: 'feed' | 'pool';
  contract: Buffer;
  maxAge: number;
}>;

/** A block by height, with its time in Unix seconds. */
export type PricedBlock = Readonly<{ number: number; timestamp: number }>;

/**
 * What a feed told: dollars for one whole asset as a decimal number, and when they were set (Unix seconds); or why that is
 * no price. `unavailable`: the node has no such state.
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
const CALL_GAS = 1_000_000n;
const MAX_DECIMALS = 36;
/** Dollars; anything beyond is no price of anything. */
const MAX_PRICE = 1e12;
const MIN_PRICE = 1e-18;
/** Some feeds are set by clocks outside the chain, which may be ahead of its blocks. */
const AHEAD_SECONDS = 60;
const MAX_DESCRIPTION = 60;

/** The price that an AggregatorV3 feed tells in the state after a block. Throws AppError `node_unreachable` or `node_answer`. */
export async function fetchRound(
  rpc: Rpc,
  feed: Pick<PriceFeed, 'contract'>,
  block: PricedBlock,
): Promise<FeedAnswer> {
  const target = { rpc, to: feed.contract, height: block.number };
  const [decimals, round] = await Promise.all([read(target, 'decimals'), read(target, 'latestRoundData')]);
  if (decimals === 'unavailable' || round === 'unavailable') return { kind: 'unavailable' };
  if (typeof decimals !== 'number' || !Array.isArray(round))
    return none('it does not answer as an AggregatorV3 feed does');
  const [, answer, , updatedAt]: unknown[] = round;
  if (typeof answer !== 'bigint' || typeof updatedAt !== 'bigint') return none('its round is malformed');
  if (decimals > MAX_DECIMALS) return none(`it has ${decimals} decimals`);
  if (answer <= 0n) return none('its answer is not above zero');
  if (updatedAt === 0n) return none('its round is not complete');
  if (updatedAt > BigInt(block.timestamp + AHEAD_SECONDS)) return none('its round is of the future');
  const price = formatUnits(answer, decimals);
  if (!isPlausible(Number(price))) return none('its answer is no plausible price');
  return { kind: 'price', price, updatedAt: Number(updatedAt) };
}

/** What a feed calls itself, such as "ETH / USD", in printable characters; null when it does not tell. */
export async function fetchDescription(
  rpc: Rpc,
  feed: Pick<PriceFeed, 'contract'>,
  height: number,
): Promise<string | null> {
  const text = await read({ rpc, to: feed.contract, height }, 'description');
  if (typeof text !== 'string') return null;
  const printable = text.replace(/[\p{C}\p{Z}\uFFFD]+/gu, ' ').trim();
  return printable === '' ? null : [...printable].slice(0, MAX_DESCRIPTION).join('');
}

function isPlausible(price: number): boolean {
  return price >= MIN_PRICE && price <= MAX_PRICE;
}

function none(reason: string): FeedAnswer {
  return { kind: 'none', reason };
}

type Target = Readonly<{ rpc: Rpc; to: Buffer; height: number }>;
type Getter = ContractFunctionName<typeof ABI>;

/** Null where the contract answers nothing of the kind. */
async function read({ rpc, to, height }: Target, functionName: Getter): Promise<unknown> {
  const data = hexToBuffer(encodeFunctionData({ abi: ABI, functionName }));
  try {
    const outcome = await fetchCall(rpc, { to, data, gas: CALL_GAS }, height);
    if (outcome.kind === 'refused') return 'unavailable';
    return outcome.kind === 'returned' ? decode(functionName, outcome.output) : null;
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return null;
    throw error;
  }
}

function decode(functionName: Getter, output: Buffer): unknown {
  const abi: Abi = ABI;
  try {
    return decodeFunctionResult({ abi, functionName, data: bufferToHex(output) });
  } catch {
    return null;
  }
}
