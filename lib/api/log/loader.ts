import { withDelegatesAt } from '@/lib/api/address/delegate-loader';
import { loadAddresses, toAddressMap } from '@/lib/api/address/mention-loader';
import type { AddressMap } from '@/lib/api/address/present';
import { loadHosts } from '@/lib/api/fhe-deployment/loader';
import type { CallContext } from '@/lib/api/implement';
import { type CursorQuery, hasAll, inBlock, toHeight, toIndex } from '@/lib/api/lists/cursors';
import { readMentioned, type WithMentioned } from '@/lib/api/lists/mentioned-query';
import { withNames } from '@/lib/api/names/loader';
import { findUnindexed, minedOf } from '@/lib/api/transaction/pending-loader';
import { findTransactionPosition } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import type { logsCursor } from '@/lib/endpoints/log';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import type { Mined } from '@/lib/rpc/mined-transaction';
import { presentLog, type ReadLog } from './present';
import { type LogFilter, type LogRow, listTransactionLogs } from './query';

type LogKey = Pick<LogRow, 'block_number' | 'log_index'>;
type LogsPage = Readonly<{ cursor: CursorQuery<typeof logsCursor>; limit: number }>;

/** The cursor behind a log. */
export const nextLog = ({ block_number, log_index: index }: LogKey, items_count: number) =>
  inBlock.next({ block_number, index }, items_count);

/** Reads logs of a transaction, all or of a contract or some topics; undefined if the transaction is unknown. */
export async function readTransactionLogs(
  context: CallContext,
  filter: LogFilter & { hash: Buffer },
  page: LogsPage,
) {
  const position = await findTransactionPosition(context.db, filter.hash);
  if (!position) return readUnindexedLogs(context, filter, page);
  const after = logAfter(page.cursor, position.block_number);
  return endWithData(
    after === undefined ? [] : await listTransactionLogs(context.db, filter, { after, limit: page.limit }),
  );
}

/** Logs from the receipt when the block is not indexed; none while pending. */
async function readUnindexedLogs(
  context: CallContext,
  { hash, address, topics }: LogFilter & { hash: Buffer },
  { cursor, limit }: LogsPage,
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
    ...{ topic0, topic1, topic2, topic3, transaction_index: mined.receipt.transactionIndex },
    ...{ transaction_hash: hash, block_hash: mined.blockHash, timestamp: mined.timestamp },
  };
}

/** Ends the page before the first log whose data was not read; the next page starts there. */
export function endWithData(rows: readonly LogRow[], scannedTo?: LogKey) {
  const end = rows.findIndex(({ data }) => data === null);
  const read = (end < 0 ? rows : rows.slice(0, end)).filter(hasData);
  const isFull = read.length < rows.length;
  return { rows: read, scannedTo: isFull ? read.at(-1) : scannedTo, isFull };
}

function hasData(row: LogRow): row is ReadLog {
  return row.data !== null;
}

/** Presents logs, decoded where their event is known. */
export async function presentLogs(context: CallContext, rows: readonly (ReadLog & WithMentioned)[]) {
  const [addresses, isHost] = await Promise.all([loadEmitters(context.db, rows), loadHosts(context.db)]);
  const addressesAt = await withDelegatesAt(context.db, addresses, rows);
  return withNames(context, (signatures) =>
    rows.map((row) =>
      presentLog(row, { addresses: addressesAt(row), signatures, isHost: isHost(row.address) }),
    ),
  );
}

async function loadEmitters(db: Database, rows: readonly (ReadLog & WithMentioned)[]): Promise<AddressMap> {
  const emitters = rows.map((row) => row.address);
  const mentioned = await readMentioned(db, rows);
  return mentioned === undefined
    ? loadAddresses(db, emitters, emitters)
    : toAddressMap(db, mentioned.addresses, emitters);
}

/** The cursor's log index, -1 before the first; undefined when it is past the block's logs. */
function logAfter(cursor: CursorQuery<typeof logsCursor>, block: number): number | undefined {
  if (!hasAll(cursor, 'block_number', 'index')) return -1;
  const height = toHeight(cursor.block_number);
  if (height > block) return undefined;
  return height < block ? -1 : toIndex(cursor.index);
}
