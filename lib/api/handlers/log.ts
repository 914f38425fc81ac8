import { listAddressLogs } from '@/lib/endpoints/address';
import { listTransactionLogs } from '@/lib/endpoints/log';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { hexToBuffer } from '@/lib/evm/hex';
import {
  type LogRow,
  listAddressLogsOfTopic,
  listAddressLogs as queryAddressLogs,
  listTransactionLogs as queryTransactionLogs,
} from '@/lib/queries/log';
import { findTransactionPosition } from '@/lib/queries/transaction';
import type { Mined } from '@/lib/rpc/mined-transaction';
import { type Context, implement } from '../implement';
import { loadAddressBook } from '../loaders/mentions';
import { findUnindexed, minedOf } from '../loaders/pending-transaction';
import { PAGE_SIZE, toHeight, toIndex } from '../paging';
import { presentLog, type ReadLog } from '../present/log';
import { positionOf } from './transaction';

/** GET /addresses/{address}/logs. */
export const addressLogsOperation = implement(listAddressLogs, async ({ params, query, ...context }) => {
  const size = Number(query.items_count ?? PAGE_SIZE);
  const address = hexToBuffer(params.address_hash_param);
  const page = { before: positionOf(query), limit: size + 1 };
  if (query.topic === undefined)
    return presentLogsPage(context, await queryAddressLogs(context.db, address, page), size);
  const emitter = { address, topic: hexToBuffer(query.topic) };
  const { rows, scannedTo } = await listAddressLogsOfTopic(context.db, emitter, page);
  const { items, next_page_params } = await presentLogsPage(context, rows, size);
  const further = scannedTo && { ...scannedTo, items_count: size };
  return { items, next_page_params: next_page_params ?? further ?? null };
});

/** GET /transactions/{hash}/logs. */
export const transactionLogsOperation = implement(
  listTransactionLogs,
  async ({ params, query, ...context }) => {
    const { db } = context;
    const hash = hexToBuffer(params.transaction_hash_param);
    const position = await findTransactionPosition(db, hash);
    const size = Number(query.items_count ?? PAGE_SIZE);
    if (!position) return presentUnindexedLogs(context, hash, { query, size });
    const after = logAfter(query, position.block_number);
    const rows = after === 'nowhere' ? [] : await queryTransactionLogs(db, hash, { after, limit: size + 1 });
    return presentLogsPage(context, rows, size);
  },
);

/** A transaction whose block is not indexed has the logs of its receipt; one that waits has none. */
async function presentUnindexedLogs(
  context: Context,
  hash: Buffer,
  { query, size }: { query: Parameters<typeof logAfter>[0]; size: number },
) {
  const found = await findUnindexed(context, hash);
  const mined = found && minedOf(found);
  if (!mined) return found && { items: [], next_page_params: null };
  const after = logAfter(query, mined.blockNumber);
  const logs = after === 'nowhere' ? [] : mined.receipt.logs.filter(({ logIndex }) => logIndex > after);
  const rows = logs.slice(0, size + 1).map((log) => toLogRow(log, hash, mined));
  return presentLogsPage(context, rows, size);
}

function toLogRow(log: EvmLog, hash: Buffer, mined: Mined): LogRow {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = log.topics;
  return {
    ...{ block_number: mined.blockNumber, log_index: log.logIndex, address: log.address, data: log.data },
    ...{ topic0, topic1, topic2, topic3 },
    ...{ transaction_hash: hash, block_hash: mined.blockHash, timestamp: mined.timestamp },
  };
}

/** A page of logs from rows of which one may be beyond the page. It ends early where the data was not read. */
async function presentLogsPage({ db, services }: Context, rows: readonly LogRow[], size: number) {
  const end = rows.findIndex(({ data }) => data === null);
  const shown = rows.slice(0, end < 0 ? size : Math.min(size, end)).filter(hasData);
  const last = shown.length < rows.length ? shown.at(-1) : undefined;
  const emitters = shown.map((row) => row.address);
  const addresses = await loadAddressBook(db, emitters, emitters);
  return {
    items: shown.map((row) => presentLog(row, { addresses, signatures: services.signatures })),
    next_page_params: last
      ? { block_number: last.block_number, index: last.log_index, items_count: size }
      : null,
  };
}

function hasData(row: LogRow): row is ReadLog {
  return row.data !== null;
}

/** The log that a cursor stands on, -1 before the first; `nowhere` when all logs of that block lie before it. */
function logAfter(
  { block_number, index }: { block_number?: bigint | undefined; index?: bigint | undefined },
  block: number,
): number | 'nowhere' {
  if (block_number === undefined || index === undefined) return -1;
  const height = toHeight(block_number);
  if (height > block) return 'nowhere';
  return height < block ? -1 : toIndex(index);
}
