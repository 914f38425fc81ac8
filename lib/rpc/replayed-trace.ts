import { hexToBuffer, isHexData, isHexOfLength } from '@/lib/evm/hex';
import { createReplay, type Replay, type Replayed, type ReplayedAnswer } from '@/lib/evm/struct-logs';
import type { Rpc } from './client';
import { type BodyFilter, createListFilter } from './list-filter';
import { isFields } from './read-fields';

const MB = 1024 * 1024;
/** Of struct logs, in which each step holds the whole memory, what is read. */
export const MAX_LOG_BYTES = 256 * MB;
const MAX_STEPS = 250_000;
const MAX_ITEM_BYTES = 4 * MB;
const MAX_MS = 12_000;
const ADDRESS_BYTES = 20;
/** Each node has its own defaults. */
const WANTED = { enableMemory: true, disableMemory: false, disableStack: false, disableStorage: true };

/**
 * Has a node list each step of a transaction, and runs a tracer in JavaScript over them as they arrive: no more than one is in
 * memory. Of a long trace the first part is read, and `isCut` set. Undefined if the node tells too little. Throws AppError
 * `node_unreachable` or `node_answer`.
 */
export async function fetchReplayed(
  rpc: Rpc,
  hash: string,
  tracer: string,
): Promise<ReplayedAnswer | undefined> {
  const transaction = await fetchTransaction(rpc, hash);
  if (!transaction) return undefined;
  const last: { replay?: Replay; reader?: BodyFilter } = {};
  const filter = (): BodyFilter => {
    const replay = createReplay(tracer, transaction, MAX_STEPS);
    const reader = createListFilter({
      ...{ name: 'structLogs', take: replay.push, maxBytes: MAX_LOG_BYTES },
      ...{ maxItemBytes: MAX_ITEM_BYTES, maxMs: MAX_MS },
    });
    Object.assign(last, { replay, reader });
    return reader;
  };
  const rest = await rpc.request('debug_traceTransaction', [hash, WANTED], { filter });
  return last.replay?.end(rest, last.reader?.isDone() === true);
}

async function fetchTransaction(rpc: Rpc, hash: string): Promise<Replayed | undefined> {
  const found = await rpc.request('eth_getTransactionByHash', [hash]);
  if (!isFields(found) || !isHexData(found.input)) return undefined;
  const input = hexToBuffer(found.input);
  if (isHexOfLength(found.to, ADDRESS_BYTES))
    return { account: hexToBuffer(found.to), input, isCreation: false };
  const receipt = await rpc.request('eth_getTransactionReceipt', [hash]);
  const account = isFields(receipt) ? receipt.contractAddress : undefined;
  return isHexOfLength(account, ADDRESS_BYTES)
    ? { account: hexToBuffer(account), input, isCreation: true }
    : undefined;
}
