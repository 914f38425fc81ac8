import { listAddressLogs, listTransactionLogs, type logsCursor } from '@/lib/endpoints/log';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { hexToBuffer } from '@/lib/evm/hex';
import {
  type LogFilter,
  type LogRow,
  listAddressLogsOfTopic,
  listAddressLogs as queryAddressLogs,
  listTransactionLogs as queryTransactionLogs,
} from '@/lib/queries/log';
import { findTransactionPosition } from '@/lib/queries/transaction';
import type { Mined } from '@/lib/rpc/mined-transaction';
import { type CursorQuery, hasAll, inBlock, toHeight, toIndex } from '../cursors';
import { type CallContext, implement } from '../implement';
import { implementList, searchPage } from '../implement-list';
import { loadAddresses } from '../loaders/address-mention';
import { withNames } from '../loaders/names';
import { findUnindexed, minedOf } from '../loaders/pending-transaction';
import { presentLog, type ReadLog } from '../present/log';

type LogKey = Pick<LogRow, 'block_number' | 'log_index'>;

const nextLog = ({ block_number, log_index: index }: LogKey, items_count: number) =>
  inBlock.next({ block_number, index }, items_count);

/** GET /addresses/{address}/logs. */
export const addressLogsOperation = implement(listAddressLogs, (call) =>
  searchPage(call, {
    cursor: { position: (query: typeof call.query) => inBlock.position(query), next: nextLog },
    read: async ({ db }, { after: before, limit }) => {
      const { params, query } = call;
      const address = hexToBuffer(params.address_hash_param);
      if (query.topic === undefined)
        return endWithData(await queryAddressLogs(db, address, { before, limit }));
      const emitter = { address, topic: hexToBuffer(query.topic) };
      const { rows, scannedTo } = await listAddressLogsOfTopic(db, emitter, { before, limit });
      return endWithData(
        rows,
        scannedTo && { block_number: scannedTo.block_number, log_index: scannedTo.index },
      );
    },
    present: presentLogs,
  }),
);

/** GET /transactions/{hash}/logs. */
export const transactionLogsOperation = implementList(listTransactionLogs, {
  cursor: { position: (query: CursorQuery<typeof logsCursor>) => query, next: nextLog },
  read: async ({ params, query, ...context }, { after: cursor, limit }) => {
    const { db } = context;
    const filter = {
      address: query.address === undefined ? undefined : hexToBuffer(query.address),
      topics: query.topic?.map(hexToBuffer),
    };
    const hash = hexToBuffer(params.transaction_hash_param);
    const position = await findTransactionPosition(db, hash);
    if (!position) return readUnindexedLogs(context, { hash, ...filter }, { cursor, limit });
    const after = logAfter(cursor, position.block_number);
    return endWithData(
      after === undefined ? [] : await queryTransactionLogs(db, { hash, ...filter }, { after, limit }),
    );
  },
  present: presentLogs,
});

/** Logs from the receipt when the block is not indexed; none while pending. */
async function readUnindexedLogs(
  context: CallContext,
  { hash, address, topics }: LogFilter & { hash: Buffer },
  { cursor, limit }: { cursor: CursorQuery<typeof logsCursor>; limit: number },
) {
  const found = await findUnindexed(context, hash);
  const mined = found && minedOf(found);
  if (!mined) return found && [];
  const after = logAfter(cursor, mined.blockNumber);
  const isWanted = (log: EvmLog) =>
    log.logIndex > (after ?? -1) &&
    (address === undefined || log.address.equals(address)) &&
    (topics === undefined || topics.some((topic) => log.topics[0]?.equals(topic)));
  const logs = after === undefined ? [] : mined.receipt.logs.filter(isWanted);
  return logs.slice(0, limit).map((log) => toLogRow(log, hash, mined));
}

function toLogRow(log: EvmLog, hash: Buffer, mined: Mined): ReadLog {
  const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = log.topics;
  return {
    ...{ block_number: mined.blockNumber, log_index: log.logIndex, address: log.address, data: log.data },
    ...{ topic0, topic1, topic2, topic3 },
    ...{ transaction_hash: hash, block_hash: mined.blockHash, timestamp: mined.timestamp },
  };
}

/** Ends the page before the first log whose data was not read; the next page starts there. */
function endWithData(rows: readonly LogRow[], scannedTo?: LogKey) {
  const end = rows.findIndex(({ data }) => data === null);
  const read = (end < 0 ? rows : rows.slice(0, end)).filter(hasData);
  const isFull = read.length < rows.length;
  return { rows: read, scannedTo: isFull ? read.at(-1) : scannedTo, isFull };
}

function hasData(row: LogRow): row is ReadLog {
  return row.data !== null;
}

async function presentLogs(context: CallContext, rows: readonly ReadLog[]) {
  const emitters = rows.map((row) => row.address);
  const addresses = await loadAddresses(context.db, emitters, emitters);
  return withNames(context, (signatures) => rows.map((row) => presentLog(row, { addresses, signatures })));
}

/** The cursor's log index, -1 before the first; undefined when it is past the block's logs. */
function logAfter(cursor: CursorQuery<typeof logsCursor>, block: number): number | undefined {
  if (!hasAll(cursor, 'block_number', 'index')) return -1;
  const height = toHeight(cursor.block_number);
  if (height > block) return undefined;
  return height < block ? -1 : toIndex(cursor.index);
}
