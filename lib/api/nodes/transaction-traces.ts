import type { ChainConfig } from '@/lib/config';
import { type BalanceChange, readBalanceChanges } from '@/lib/evm/balance-changes';
import { bufferToHex } from '@/lib/evm/hex';
import { type RawTrace, readCallTrace, readParityTrace } from '@/lib/evm/raw-trace';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { type Cache, createCache } from '../cache';
import { createChainNodes, type NodeAnswer } from './chain-nodes';

/** What nodes tell of one mined transaction when they are asked. */
export type TransactionTraces = Readonly<{
  /** Its calls in Parity's form. */
  calls(chainId: number, hash: Buffer): Promise<NodeAnswer<readonly RawTrace[]>>;
  /** The coin balances that it changed. */
  balances(chainId: number, hash: Buffer): Promise<NodeAnswer<readonly BalanceChange[]>>;
}>;

/** A node computes each anew, and pages of everybody ask for them. */
const LIMITS = { timeoutMs: 5_000, maxConcurrent: 4, maxPerSecond: 20, maxAnswerBytes: 8 * 1024 * 1024 };
const REMEMBERED_MS = 10_000;
/** Each may be as long as an answer of a node, and takes several times that in memory. */
const MAX_REMEMBERED = 4;

/** Asks the nodes of the configured chains; few at a time, and what they say is remembered for a moment. */
export function createTransactionTraces(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
}): TransactionTraces {
  const ask = createChainNodes({ ...options, limits: LIMITS });
  const remember = <T>(): Cache<NodeAnswer<T>> =>
    createCache({
      ttlMs: REMEMBERED_MS,
      maxKeys: MAX_REMEMBERED,
      isKept: ({ kind }) => kind === 'answered',
    });
  const calls = remember<readonly RawTrace[]>();
  const balances = remember<readonly BalanceChange[]>();
  const keyOf = (chainId: number, hash: Buffer) => `${chainId}/${hash.toString('hex')}`;
  return {
    calls: (chainId, hash) =>
      calls(keyOf(chainId, hash), async () =>
        refuseNothing(await ask(chainId, (rpc) => fetchCalls(rpc, hash), hash.toString('hex'))),
      ),
    balances: (chainId, hash) =>
      balances(keyOf(chainId, hash), async () =>
        refuseNothing(await ask(chainId, (rpc) => fetchBalances(rpc, hash), hash.toString('hex'))),
      ),
  };
}

/** No nodes: every question stays without an answer. */
export const NO_TRACES: TransactionTraces = {
  calls: async () => ({ kind: 'refused' }),
  balances: async () => ({ kind: 'refused' }),
};

function refuseNothing<T>(answer: NodeAnswer<T | undefined>): NodeAnswer<T> {
  if (answer.kind !== 'answered') return answer;
  return answer.value === undefined ? { kind: 'refused' } : { kind: 'answered', value: answer.value };
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

async function fetchBalances(rpc: Rpc, hash: Buffer): Promise<BalanceChange[] | undefined> {
  const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
  return readBalanceChanges(await rpc.request('debug_traceTransaction', [bufferToHex(hash), options]));
}
