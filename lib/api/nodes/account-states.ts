import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { type Call, type CallOutcome, fetchCall, fetchCode, fetchNonce, fetchSlot } from '@/lib/rpc/methods';
import { createChainNodes, type NodeOptions } from './chain-nodes';

type Values<Item, Value> = (
  chainId: number,
  items: readonly Item[],
  height: number,
) => Promise<(Value | undefined)[]>;

/** Fetches nonces, codes, storage slots and results of calls after a block, in the given order; undefined where no node answers in time. */
export type AccountStates = Readonly<{
  nonces: Values<Buffer, bigint>;
  codes: Values<Buffer, Buffer>;
  slots: Values<Readonly<{ address: Buffer; slot: bigint }>, bigint>;
  calls: Values<Call, CallOutcome>;
}>;

const LIMITS = { timeoutMs: 3_000, maxConcurrent: 32, maxPerSecond: 100 };

/** Fetches them from the configured chains' nodes, all of one call in batches. */
export function createAccountStates(options: NodeOptions): AccountStates {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const read =
    <Item, Value>(fetchOne: (rpc: Rpc, item: Item, height: number) => Promise<Value>): Values<Item, Value> =>
    async (chainId, items, height) => {
      if (items.length === 0) return [];
      const answer = await request(chainId, (rpc) => fetchAll(items, (item) => fetchOne(rpc, item, height)));
      return answer.kind === 'answered' ? answer.value : items.map(() => undefined);
    };
  return {
    nonces: read(fetchNonce),
    codes: read(fetchCode),
    slots: read((rpc, { address, slot }, height) => fetchSlot(rpc, { address, slot, height })),
    calls: read(fetchCall),
  };
}

/** A node may have some values and refuse others, but one that refuses the first has pruned the state. */
async function fetchAll<Item, Value>(
  items: readonly Item[],
  fetchOne: (item: Item) => Promise<Value>,
): Promise<(Value | undefined)[]> {
  const results = await Promise.allSettled(items.map(fetchOne));
  const [first] = results;
  if (first?.status === 'rejected') throw first.reason;
  return results.map((result) => {
    if (result.status === 'fulfilled') return result.value;
    if (!(result.reason instanceof AppError)) throw result.reason;
    return undefined;
  });
}
