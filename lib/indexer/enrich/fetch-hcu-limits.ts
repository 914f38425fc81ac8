import { parseAbi } from 'viem';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { readWord, WORD, wordToAddress } from '@/lib/evm/words';
import {
  type HcuLimits,
  hasConstantLimits,
  LIMITS_SLOT,
  REUSED_VERSION,
  readPackedLimits,
} from '@/lib/fhe/limits';
import type { Rpc } from '@/lib/rpc/client';
import { fetchCall, fetchCode, fetchSlot } from '@/lib/rpc/methods';
import { type Getters, readGetter } from '@/lib/rpc/read-getter';
import { RpcError } from '@/lib/rpc/rpc-error';

/**
 * What a contract that should be an HCULimit has as limits in the state after a block. `contract`: in its storage;
 * `constants`: compiled into it, the same at every block; `none`: there is no contract; `unknown`: the node has no such
 * state, or the contract none that can be read.
 */
export type LimitsAnswer = Readonly<
  | { source: 'contract'; version: string | null; limits: HcuLimits }
  | { source: 'constants'; version: string }
  | { source: 'none' | 'unknown'; version: null }
>;

const ABI = parseAbi([
  'function getVersion() view returns (string)',
  'function getMaxHCUPerTx() view returns (uint48)',
  'function getMaxHCUDepthPerTx() view returns (uint48)',
  'function getGlobalHCUCapPerBlock() view returns (uint48)',
]);
const MAX_VERSION = 60;
const CONFIDENTIAL_PROTOCOL_ID = hexToBuffer('0x8927b030');
const UNKNOWN = { source: 'unknown', version: null } as const;

/** Reads the limits after block `height`: storage first, then getters. Throws AppError when the node does not answer. */
export async function fetchHcuLimits(rpc: Rpc, address: Buffer, height: number): Promise<LimitsAnswer> {
  const code = await orUndefined(fetchCode(rpc, address, height));
  if (code === undefined) return UNKNOWN;
  if (code.length === 0) return { source: 'none', version: null };
  const target: Getters = { rpc, to: address, height, abi: ABI };
  const answered = await readGetter(target, 'getVersion');
  if (answered === 'unavailable') return UNKNOWN;
  const version = typeof answered === 'string' ? cleanVersion(answered) : null;
  if (version !== null && hasConstantLimits(version)) return { source: 'constants', version };
  const packed = await orUndefined(fetchSlot(rpc, { address, slot: LIMITS_SLOT, height }));
  const limits = (packed === undefined ? undefined : readPackedLimits(packed)) ?? (await readGetters(target));
  if (limits === 'none' && packed === 0n && version === REUSED_VERSION)
    return { source: 'constants', version };
  return limits !== undefined && limits !== 'none' ? { source: 'contract', version, limits } : UNKNOWN;
}

/** `none`: the contract has no such getter. */
async function readGetters(target: Getters): Promise<HcuLimits | 'none' | undefined> {
  const [transaction, depth, block] = await Promise.all(
    ['getMaxHCUPerTx', 'getMaxHCUDepthPerTx', 'getGlobalHCUCapPerBlock'].map((name) =>
      readGetter(target, name),
    ),
  );
  if (transaction === null && depth === null && block === null) return 'none';
  if (typeof transaction !== 'number' || typeof depth !== 'number' || typeof block !== 'number')
    return undefined;
  return { perTransaction: transaction, depth, perBlock: block };
}

function cleanVersion(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MAX_VERSION);
}

/** Undefined when the node refuses, as without that state. */
async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RpcError && !error.isRateLimit) return undefined;
    throw error;
  }
}

/** An address that a getter without parameters returns; null for none. Throws AppError when the node does not answer. */
export async function fetchAddress(
  rpc: Rpc,
  { to, selector, height }: Readonly<{ to: Buffer; selector: string; height: number | 'latest' }>,
): Promise<Buffer | null> {
  const outcome = await fetchCall(rpc, { to, data: hexToBuffer(selector) }, height);
  if (outcome.kind !== 'returned' || outcome.output.length < WORD) return null;
  const word = readWord(outcome.output, 0);
  const address = word && wordToAddress(word);
  return address === undefined || bufferToBigint(address) === 0n ? null : address;
}

/** The result of an app's `confidentialProtocolId()`; null without one. Throws AppError when the node does not answer. */
export async function fetchProtocolId(
  rpc: Rpc,
  to: Buffer,
  height: number | 'latest',
): Promise<bigint | null> {
  const outcome = await fetchCall(rpc, { to, data: CONFIDENTIAL_PROTOCOL_ID }, height);
  if (outcome.kind !== 'returned' || outcome.output.length < WORD) return null;
  return bufferToBigint(outcome.output.subarray(0, WORD));
}
