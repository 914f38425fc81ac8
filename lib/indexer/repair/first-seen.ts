import { toArrayLiteral } from '@/lib/db/array-literal';
import { isCoinLog } from '@/lib/db/coin-logs';
import type { Database, Transaction } from '@/lib/db/open-database';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import type { Batch } from '@/lib/indexer/sync/batch';

/** An address, and the next later height at which it is seen; null for none. */
export type NextSeen = Readonly<{ address: Buffer; height: number | null }>;

/** The next later creation of an address; `is_in_receipt` unless it is only in a trace. */
type NextCreation = NextSeen & Readonly<{ index: number | null; is_in_receipt: boolean }>;

/**
 * First-seen heights of a stored block that its new contents do not confirm: of addresses (seen, sent, created, first
 * FHE operation) and of token types. Each with the later height to reassign it to.
 */
export type ReassignedFirstSeen = Readonly<{
  seen: readonly NextSeen[];
  sent: readonly NextSeen[];
  created: readonly NextCreation[];
  fhe: readonly NextSeen[];
  types: readonly Readonly<{ token: Buffer; type: string; height: number | null }>[];
}>;

/** Called before the stored block is replaced by the batch of one block. */
export async function findReassignedFirstSeen(
  sql: Transaction,
  db: Database,
  batch: Batch,
): Promise<ReassignedFirstSeen> {
  const height = batch.blocks[0]?.block.number ?? 0;
  const kept = batchFirstSeen(batch);
  return {
    seen: await findNextSeen(sql, db, { height, kept: kept.seen }),
    sent: await findNextSent(sql, db, { height, kept: kept.sent }),
    created: await findNextCreations(sql, db, { height, kept: kept.created }),
    fhe: await findNextFhe(sql, db, { height, kept: kept.fhe }),
    types: await findNextTypes(sql, db, { height, batch }),
  };
}

/** Addresses whose stored creation in the block is missing in its new contents. */
export async function listRemovedCreations(db: Database, batch: Batch): Promise<Buffer[]> {
  const height = batch.blocks[0]?.block.number ?? 0;
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.addresses
    where created_block = ${height} and address <> all(${batchFirstSeen(batch).created}::bytea[])`;
  return rows.map(({ address }) => address);
}

/** Addresses first seen in the new contents, by kind, as array literals. */
function batchFirstSeen(batch: Batch) {
  const facts = [...batch.addresses.values()];
  const where = (has: (fact: (typeof facts)[number]) => boolean) =>
    toArrayLiteral(facts.filter(has).map(({ address }) => address));
  return {
    seen: where(() => true),
    sent: where((fact) => fact.first_sent_block !== null),
    created: where((fact) => fact.created_block !== null),
    fhe: where((fact) => fact.first_fhe_block !== null),
  };
}

type RewrittenBlock = Readonly<{ height: number; kept: string }>;

/** Each source has an index by address and height, so that none reads more than one row. */
async function findNextSeen(
  sql: Transaction,
  db: Database,
  { height, kept }: RewrittenBlock,
): Promise<NextSeen[]> {
  const { schema } = db;
  const transfer = (party: 'from_address' | 'to_address') => sql`(
    select min(next.block_number) from unnest(${toArrayLiteral(TOKEN_TYPES)}::text[]) as k (type)
    cross join lateral (
      select block_number from ${schema}.token_transfers
      where ${sql(party)} = a.address and token_type = k.type and block_number > ${height}
      order by block_number limit 1
    ) next
  )`;
  const coin = (party: 'topic1' | 'topic2') => sql`(
    select l.block_number from ${schema}.logs l
    where l.${sql(party)} = decode('000000000000000000000000', 'hex') || a.address and l.block_number > ${height}
      and ${isCoinLog(sql)}
    order by l.block_number limit 1
  )`;
  const first = (table: string, column: string) => sql`(
    select min(block_number) from ${schema}.${sql(table)}
    where ${sql(column)} = a.address and block_number > ${height}
  )`;
  return sql<NextSeen[]>`
    select a.address, least(
      (select min(number) from ${schema}.blocks where miner = a.address and number > ${height}),
      ${first('transactions', 'from_address')},
      ${first('transactions', 'to_address')},
      ${first('transactions', 'created_contract')},
      ${first('transaction_authorizations', 'authority')},
      ${first('withdrawals', 'address')},
      ${first('logs', 'address')},
      ${first('fhe_operations', 'caller')},
      ${first('internal_transactions', 'from_address')},
      (
        select min(block_number) from ${schema}.internal_transactions
        where coalesce(to_address, created_contract) = a.address and block_number > ${height}
          and (created_contract is null or not is_undone)
      ),
      ${transfer('from_address')},
      ${transfer('to_address')},
      ${coin('topic1')},
      ${coin('topic2')}
    ) as height
    from ${schema}.addresses a
    where a.first_seen_block = ${height} and a.address <> all(${kept}::bytea[])`;
}

async function findNextSent(
  sql: Transaction,
  db: Database,
  { height, kept }: RewrittenBlock,
): Promise<NextSeen[]> {
  return sql<NextSeen[]>`
    select a.address, (
      select min(block_number) from ${db.schema}.transactions
      where from_address = a.address and block_number > ${height}
    ) as height
    from ${db.schema}.addresses a
    where a.first_sent_block = ${height} and a.address <> all(${kept}::bytea[])
      and a.address in (select from_address from ${db.schema}.transactions where block_number = ${height})`;
}

async function findNextCreations(
  sql: Transaction,
  db: Database,
  { height, kept }: RewrittenBlock,
): Promise<NextCreation[]> {
  return sql<NextCreation[]>`
    select a.address, next.block_number as height, next.index, coalesce(next.is_in_receipt, false) as is_in_receipt
    from ${db.schema}.addresses a left join lateral (
      (
        select block_number, index, true as is_in_receipt from ${db.schema}.transactions
        where created_contract = a.address and block_number > ${height}
        order by block_number, index limit 1
      )
      union all (
        select block_number, transaction_index, false from ${db.schema}.internal_transactions
        where created_contract = a.address and not is_undone and block_number > ${height}
        order by block_number, transaction_index limit 1
      )
      order by 1, 2, 3 desc limit 1
    ) next on true
    where a.created_block = ${height} and a.address <> all(${kept}::bytea[])`;
}

async function findNextFhe(
  sql: Transaction,
  db: Database,
  { height, kept }: RewrittenBlock,
): Promise<NextSeen[]> {
  return sql<NextSeen[]>`
    select a.address, least(
      (
        select min(block_number) from ${db.schema}.fhe_operations
        where caller = a.address and block_number > ${height}
      ),
      (
        select min(block_number) from ${db.schema}.transactions
        where to_address = a.address and fhe_operations_count > 0 and block_number > ${height}
      )
    ) as height
    from ${db.schema}.addresses a
    where a.first_fhe_block = ${height} and a.address <> all(${kept}::bytea[]) and a.address in (
      select caller from ${db.schema}.fhe_operations where block_number = ${height}
      union select to_address from ${db.schema}.transactions
        where block_number = ${height} and fhe_operations_count > 0
    )`;
}

async function findNextTypes(
  sql: Transaction,
  db: Database,
  { height, batch }: { height: number; batch: Batch },
): Promise<ReassignedFirstSeen['types']> {
  const kept = [...batch.tokens.values()].flatMap(({ address, types }) =>
    [...types.keys()].map((type) => ({ address, type })),
  );
  return sql<{ token: Buffer; type: string; height: number | null }[]>`
    select k.token_address as token, k.type, (
      select min(block_number) from ${db.schema}.token_transfers
      where token_address = k.token_address and token_type = k.type and block_number > ${height}
    ) as height
    from ${db.schema}.token_types k
    where k.first_seen_block = ${height} and (k.token_address, k.type) not in (
      select * from unnest(
        ${toArrayLiteral(kept.map(({ address }) => address))}::bytea[],
        ${toArrayLiteral(kept.map(({ type }) => type))}::text[]
      )
    )`;
}
