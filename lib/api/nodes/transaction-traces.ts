import type { TransactionRow } from '@/lib/api/transaction/query';
import { type BalanceChange, readBalanceChanges } from '@/lib/evm/balance-changes';
import { findContradiction } from '@/lib/evm/check-trace';
import { bufferToHex } from '@/lib/evm/hex';
import { type RawTrace, readCallTrace, readParityTrace } from '@/lib/evm/raw-trace';
import { readStorageChanges, type StorageChange } from '@/lib/evm/storage-changes';
import { readStorageWrites, STORAGE_WRITE_TRACER, type StorageWrites } from '@/lib/evm/storage-writes';
import { walkParityTraces } from '@/lib/evm/traces';
import type { Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { type Cache, createCache } from '../cache';
import { createChainNodes, type NodeAnswer, type NodeOptions, refuseAbsent } from './chain-nodes';
import type { InvalidAnswer } from './validated-request';

/** Traces of a mined transaction, fetched from a node. */
export type TransactionTraces = Readonly<{
  /** `invalid` is set where the trace of every endpoint contradicts the transaction. */
  calls(chainId: number, transaction: TracedTransaction): Promise<NodeAnswer<readonly RawTrace[]>>;
  stateDiff(chainId: number, hash: Buffer): Promise<NodeAnswer<StateDiff>>;
  storageWrites(chainId: number, hash: Buffer): Promise<NodeAnswer<StorageWrites>>;
}>;

/** A mined transaction as indexed; without `isProven` a trace may contradict it, as on chains of unknown rules. */
type TracedTransaction = Readonly<{
  row: Pick<TransactionRow, 'hash' | 'from_address' | 'to_address' | 'value' | 'status' | 'created_contract'>;
  isProven: boolean;
}>;

/** Coin balances and storage slots that a transaction changed. */
type StateDiff = Readonly<{
  balances: readonly BalanceChange[];
  storage: readonly StorageChange[];
}>;

const LIMITS = { timeoutMs: 5_000, maxConcurrent: 4, maxPerSecond: 20, maxAnswerBytes: 8 * 1024 * 1024 };
const TTL_MS = 10_000;
/** Each may take several times the maximum answer size in memory. */
const MAX_KEYS = 4;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/** Fetches traces from the configured chains' nodes, cached for 10 s. */
export function createTransactionTraces(options: NodeOptions): TransactionTraces {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const createTraceCache = <T>(): Cache<NodeAnswer<T>> =>
    createCache({
      ...{ name: 'traces', maxBytes: MAX_CACHED_BYTES },
      ttlMs: TTL_MS,
      maxKeys: MAX_KEYS,
      isCacheable: ({ kind }) => kind === 'answered',
    });
  const calls = createTraceCache<readonly RawTrace[]>();
  const stateDiffs = createTraceCache<StateDiff>();
  const storageWrites = createTraceCache<StorageWrites>();
  const keyOf = (chainId: number, hash: Buffer) => `${chainId}/${hash.toString('hex')}`;
  return {
    calls: (chainId, transaction) => {
      const { hash } = transaction.row;
      return calls(`${keyOf(chainId, hash)}/${transaction.isProven}`, async () =>
        refuseAbsent(
          await request(chainId, (rpc) => fetchCalls(rpc, hash), {
            subject: hash.toString('hex'),
            validate: (traces) => (traces ? validateCalls(traces, transaction) : undefined),
          }),
        ),
      );
    },
    stateDiff: (chainId, hash) =>
      stateDiffs(keyOf(chainId, hash), async () =>
        refuseAbsent(
          await request(chainId, (rpc) => fetchStateDiff(rpc, hash), { subject: hash.toString('hex') }),
        ),
      ),
    // a circuit of its own: a node that traces calls in time may not trace instructions in time
    storageWrites: (chainId, hash) =>
      storageWrites(keyOf(chainId, hash), async () =>
        refuseAbsent(
          await request(chainId, (rpc) => fetchStorageWrites(rpc, hash), {
            subject: `${hash.toString('hex')}/writes`,
          }),
        ),
      ),
  };
}

/** The outermost call is compared: what a proven transaction and its receipt say wins. */
function validateCalls(
  traces: readonly RawTrace[],
  { row, isProven }: TracedTransaction,
): InvalidAnswer | undefined {
  if (!isProven) return undefined;
  const outermost = walkParityTraces(traces.filter(({ traceAddress }) => traceAddress.length === 0));
  const signed = { from: row.from_address, to: row.to_address, value: BigInt(row.value) };
  const outcome = { status: row.status, contractAddress: row.created_contract };
  const what = findContradiction(outermost, signed, outcome);
  return what === undefined
    ? undefined
    : { reason: `the trace of ${bufferToHex(row.hash)} has another ${what}`, isIncorrect: true };
}

async function fetchCalls(rpc: Rpc, hash: Buffer): Promise<RawTrace[] | undefined> {
  const name = bufferToHex(hash);
  try {
    const answer = readParityTrace(await rpc.request('trace_transaction', [name]));
    if (answer && answer.length > 0) return answer;
  } catch (error) {
    if (!(error instanceof RpcError) || error.isRateLimit) throw error;
  }
  return readCallTrace(await rpc.request('debug_traceTransaction', [name, { tracer: 'callTracer' }]));
}

async function fetchStateDiff(rpc: Rpc, hash: Buffer): Promise<StateDiff | undefined> {
  const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
  const answer = await rpc.request('debug_traceTransaction', [bufferToHex(hash), options]);
  const [balances, storage] = [readBalanceChanges(answer), readStorageChanges(answer)];
  return balances && storage && { balances, storage };
}

async function fetchStorageWrites(rpc: Rpc, hash: Buffer): Promise<StorageWrites | undefined> {
  const options = { tracer: STORAGE_WRITE_TRACER };
  return readStorageWrites(await rpc.request('debug_traceTransaction', [bufferToHex(hash), options]));
}
