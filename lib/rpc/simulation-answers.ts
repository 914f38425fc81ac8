import { type BalanceChange, readBalanceChanges } from '@/lib/evm/balance-changes';
import { readCoinLog, SYSTEM_ADDRESS } from '@/lib/evm/coin-logs';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { readFrameLogs, readLog } from '@/lib/evm/frame-logs';
import { hexToBuffer, isHexData } from '@/lib/evm/hex';
import { readStorageChanges, type StorageChange } from '@/lib/evm/storage-changes';
import { type TracedCall, walkCallFrames } from '@/lib/evm/traces';
import { isFields, malformed, readList, readQuantityOrNull } from './read-fields';

/** Coin that moved; the value in wei. */
type CoinTransfer = Readonly<{ from: Buffer; to: Buffer; value: bigint }>;

/** How a call ended. `error` is the node's text, null after success. What the method does not return is null. */
export type Execution = Readonly<{
  error: string | null;
  output: Buffer;
  gasUsed: bigint | null;
  logs: readonly EvmLog[] | null;
  /** In order, the outermost first. */
  calls: readonly TracedCall[] | null;
  /** Coin that calls moved, also that of the outermost one; null where `calls` tell. */
  transfers: readonly CoinTransfer[] | null;
  balances: readonly BalanceChange[] | null;
  storage: readonly StorageChange[] | null;
}>;

const MAX_ERROR = 1_000;
/** Where eth_simulateV1 says that coin moved. */
const COIN_ADDRESS = hexToBuffer(`0x${'ee'.repeat(20)}`);

/** Reads callTracer's frames, and prestateTracer's diff where there is one. Throws AppError `node_answer`. */
export function readTraced(root: unknown, diff: unknown): Execution {
  if (!isFields(root) || typeof root.type !== 'string') throw malformed('trace');
  const calls = walkCallFrames(root);
  return {
    error: calls[0]?.error ?? null,
    output: readOutput(root.output),
    gasUsed: readQuantityOrNull(root, 'gasUsed'),
    logs: readFrameLogs(root),
    calls,
    transfers: null,
    balances: readBalanceChanges(diff) ?? null,
    storage: readStorageChanges(diff) ?? null,
  };
}

/** Reads the calls of the only block of eth_simulateV1. Throws AppError `node_answer`. */
export function readSimulated(answer: unknown, count: number): Execution[] {
  const [block] = Array.isArray(answer) ? answer : [];
  const calls = isFields(block) ? readList(block, 'calls') : [];
  if (calls.length !== count) throw malformed('simulation');
  return calls.map(readSimulatedCall);
}

function readSimulatedCall(call: unknown): Execution {
  if (!isFields(call)) throw malformed('simulation');
  const status = readQuantityOrNull(call, 'status');
  if (status === null) throw malformed('simulation');
  const error = isFields(call.error) ? call.error : {};
  const text =
    typeof error.message === 'string' && error.message !== '' ? error.message : 'execution reverted';
  const output = readOutput(call.returnData);
  const all = readList(call, 'logs').flatMap((log) => (isFields(log) ? (readLog(log, 0) ?? []) : []));
  const isCoin = ({ address }: EvmLog) => address.equals(COIN_ADDRESS);
  return {
    error: status === 1n ? null : text.slice(0, MAX_ERROR),
    output: output.length > 0 ? output : readOutput(error.data),
    gasUsed: readQuantityOrNull(call, 'gasUsed'),
    logs: all.filter((log) => !isCoin(log)).map((log, logIndex) => ({ ...log, logIndex })),
    calls: null,
    transfers: all.filter(isCoin).flatMap((log) => readCoinLog({ ...log, address: SYSTEM_ADDRESS }) ?? []),
    balances: null,
    storage: null,
  };
}

/** What eth_call tells of a call. */
export function readCalled(output: unknown, error: string | null): Execution {
  return {
    ...{ error: error?.slice(0, MAX_ERROR) ?? null, output: readOutput(output), gasUsed: null, logs: null },
    ...{ calls: null, transfers: null, balances: null, storage: null },
  };
}

function readOutput(value: unknown): Buffer {
  return isHexData(value) ? hexToBuffer(value) : Buffer.alloc(0);
}
