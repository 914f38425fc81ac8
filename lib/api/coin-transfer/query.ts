import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
import { positionByHash } from '@/lib/api/transaction/query';
import { isCoinLog } from '@/lib/db/coin-logs';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { LoggedCoin } from '@/lib/evm/coin-logs';
import { bufferToBigint } from '@/lib/evm/hex';
import { addressToWord } from '@/lib/evm/words';

/** A logged transfer of coin (EIP-7708) with its transaction and block; the timestamp is in Unix seconds. */
export type CoinTransferRow = LoggedCoin &
  Readonly<{
    block_number: number;
    transaction_index: number;
    log_index: number;
    transaction_hash: Buffer;
    timestamp: number;
    /** It is that of the transaction's own value, not of a call. */
    is_value: boolean;
  }>;

/** Position of a coin transfer in the chain. */
export type CoinTransferPosition = { block_number: number; index: number };

/** Which coin transfers: of a transaction, in order, or of an address, newest first. */
export type CoinTransferScope =
  | Readonly<{ kind: 'transaction'; hash: Buffer }>
  | Readonly<{
      kind: 'address';
      address: Buffer;
      role: 'from' | 'to' | undefined;
      blocks?: BlockRange | undefined;
    }>;

type Stored = Omit<CoinTransferRow, 'from' | 'to' | 'value'> & { from: Buffer; to: Buffer; data: Buffer };
type Page = Readonly<{ after: CoinTransferPosition | undefined; limit: number }>;

/** The first coin transfers that a transaction has logged, in order. */
export async function listCoinLogs(
  db: Database,
  at: Readonly<{ block_number: number; index: number }>,
  limit: number,
): Promise<LoggedCoin[]> {
  const rows = await db.sql<Pick<Stored, 'from' | 'to' | 'data'>[]>`
    select substr(l.topic1, 13) as from, substr(l.topic2, 13) as to, l.data from ${db.schema}.logs l
    where l.block_number = ${at.block_number} and l.transaction_index = ${at.index} and ${isCoinLog(db.sql)}
    order by l.log_index limit ${limit}`;
  return rows.map(({ data, ...ends }) => ({ ...ends, value: bufferToBigint(data) }));
}

/** The coin transfers of a scope after a cursor. */
export async function listCoinTransfers(
  db: Database,
  scope: CoinTransferScope,
  page: Page,
): Promise<CoinTransferRow[]> {
  const order =
    scope.kind === 'transaction' ? db.sql`l.log_index` : db.sql`l.block_number desc, l.log_index desc`;
  const rows = await db.sql<Stored[]>`
    with page as materialized (${logsOf(db, scope, page)})
    select l.block_number, l.transaction_index, l.log_index, l.data, t.hash as transaction_hash, b.timestamp,
      substr(l.topic1, 13) as from, substr(l.topic2, 13) as to,
      t.status is distinct from 0 and substr(l.topic1, 13) = t.from_address
        and substr(l.topic2, 13) = coalesce(t.to_address, t.created_contract) and not exists (
          select from ${db.schema}.logs e
          where e.block_number = l.block_number and e.transaction_index = l.transaction_index
            and e.log_index < l.log_index
        ) as is_value
    from page l
    join ${db.schema}.transactions t on t.block_number = l.block_number and t.index = l.transaction_index
    join ${db.schema}.blocks b on b.number = l.block_number
    order by ${order}`;
  return rows.map(({ data, ...row }) => ({ ...row, value: bufferToBigint(data) }));
}

function logsOf(db: Database, scope: CoinTransferScope, { after, limit }: Page): Fragment {
  const cursor = after && db.sql`(${after.block_number}::bigint, ${after.index}::integer)`;
  const position = db.sql`(l.block_number, l.log_index)`;
  if (scope.kind === 'transaction')
    return db.sql`
      select l.* from ${positionByHash(db, scope.hash)} p
      join ${db.schema}.logs l on l.block_number = p.block_number and l.transaction_index = p.index
      where ${isCoinLog(db.sql)} ${cursor ? db.sql`and ${position} > ${cursor}` : db.sql``}
      order by l.log_index limit ${limit}`;
  const { role, blocks } = scope;
  const party = addressToWord(scope.address);
  const isBefore = cursor ? db.sql`and ${position} < ${cursor}` : db.sql``;
  const isInBlocks = andInBlocks(db, db.sql`l`, blocks);
  const logsWhere = (isParty: Fragment) => db.sql`
    select l.* from ${db.schema}.logs l where ${isParty} and ${isCoinLog(db.sql)} ${isBefore} ${isInBlocks}
    order by l.block_number desc, l.log_index desc limit ${limit}`;
  const [sent, received] = [db.sql`l.topic1 = ${party}`, db.sql`l.topic2 = ${party}`];
  if (role !== undefined) return logsWhere(role === 'from' ? sent : received);
  // what it sent itself is found once
  return db.sql`
    select * from (
      select * from (${logsWhere(sent)}) s
      union all
      select * from (${logsWhere(db.sql`${received} and l.topic1 <> ${party}`)}) r
    ) l order by l.block_number desc, l.log_index desc limit ${limit}`;
}

/** Counts the coin transfers of an address, up to `limit`. */
export async function countCoinTransfers(db: Database, address: Buffer, limit: number): Promise<number> {
  const scope = { kind: 'address', address, role: undefined } as const;
  const rows = await db.sql<{ count: number }[]>`
    select count(*)::integer as count from (${logsOf(db, scope, { after: undefined, limit })}) l`;
  return rows[0]?.count ?? 0;
}
