import { toArrayLiteral } from '@/lib/db/array-literal';
import { isOfTopics } from '@/lib/db/log-topics';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { hexToBuffer } from '@/lib/evm/hex';
import { addressToWord } from '@/lib/evm/words';
import { DELEGATION_TOPICS } from '@/lib/fhe/delegations';
import type { HandleLogRow } from './query';

const MAX_CHANGES = 100;
const MAX_CALLS = 5;
const MAX_TRANSIENT = 20;
const MAX_ACL_CALLS = 1_000;
/** allowTransient(bytes32,address) */
const ALLOW_TRANSIENT = hexToBuffer('0x3e395cec');
const VERIFY = hexToBuffer('0x78542ead');

/** A log of a delegation; the timestamp is in Unix seconds. */
export type DelegationRow = Pick<Row<'logs'>, 'topic0' | 'topic1' | 'topic2' | 'data' | 'address'> &
  Pick<HandleLogRow, 'block_number' | 'log_index' | 'transaction_hash' | 'timestamp'>;

/** The last 100 changes of the delegations by, or to, each account in each ACL, the newest first. */
export async function listDelegationLogs(
  db: Database,
  accounts: readonly Buffer[],
  { acls, side = 'by' }: Readonly<{ acls: readonly Buffer[]; side?: 'by' | 'to' }>,
): Promise<DelegationRow[]> {
  if (accounts.length === 0 || acls.length === 0) return [];
  const party = side === 'by' ? db.sql`l.topic1` : db.sql`l.topic2`;
  return db.sql<DelegationRow[]>`
    with page as materialized (
      select l.* from unnest(${toArrayLiteral(accounts.map(addressToWord))}::bytea[]) as w (party)
      cross join unnest(${toArrayLiteral(acls)}::bytea[]) as a (acl)
      cross join lateral (
        select l.* from ${db.schema}.logs l
        where ${party} = w.party and l.address = a.acl and ${isOfTopics(db.sql, DELEGATION_TOPICS)}
        order by l.block_number desc, l.log_index desc limit ${MAX_CHANGES}
      ) l
    )
    select p.topic0, p.topic1, p.topic2, substring(p.data for 160) as data, p.address, p.block_number, p.log_index,
      t.hash as transaction_hash, b.timestamp
    from page p
    join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.transaction_index
    join ${db.schema}.blocks b on b.number = p.block_number
    order by p.block_number desc, p.log_index desc`;
}

type LogAt = Pick<HandleLogRow, 'block_number' | 'transaction_index' | 'address'>;

/** What an app asked a KMSVerifier to check in the transaction of its log, as far as traces tell: 512 bytes each. */
export async function listVerifications(
  db: Database,
  { block_number, transaction_index, address }: LogAt,
  verifiers: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await db.sql<{ input: Buffer }[]>`
    select i.input from ${db.schema}.internal_transactions i
    where i.block_number = ${block_number} and i.transaction_index = ${transaction_index}
      and i.from_address = ${address} and i.to_address = any(${toArrayLiteral(verifiers)}::bytea[])
      and not i.is_undone and substring(i.input for 4) = ${VERIFY}
    order by i.index limit ${MAX_CALLS}`;
  return rows.map(({ input }) => input);
}

/** A call of `allowTransient`; the timestamp is in Unix seconds. */
export type TransientRow = Pick<Row<'internal_transactions'>, 'from_address' | 'input'> &
  Pick<HandleLogRow, 'block_number' | 'transaction_hash' | 'timestamp'>;

/**
 * The first 20 rights for a transaction only that contracts other than executors gave for a handle in these transactions,
 * among the first 1,000 calls of each ACL in each, as far as traces tell.
 */
export async function listTransientGrants(
  db: Database,
  handle: Buffer,
  {
    acls,
    executors,
    at,
  }: Readonly<{
    acls: readonly Buffer[];
    executors: readonly Buffer[];
    at: readonly Pick<HandleLogRow, 'block_number' | 'transaction_index'>[];
  }>,
): Promise<TransientRow[]> {
  if (acls.length === 0 || at.length === 0) return [];
  const blocks = toArrayLiteral(at.map(({ block_number }) => String(block_number)));
  const indexes = toArrayLiteral(at.map(({ transaction_index }) => String(transaction_index)));
  return db.sql<TransientRow[]>`
    select c.from_address, c.input, w.block_number, t.hash as transaction_hash, b.timestamp
    from (
      select distinct * from unnest(${blocks}::bigint[], ${indexes}::integer[]) as given (block_number, index)
    ) w
    cross join unnest(${toArrayLiteral(acls)}::bytea[]) as a (acl)
    cross join lateral (
      select i.from_address, substring(i.input for 68) as input, i.index, i.type, i.is_undone
      from ${db.schema}.internal_transactions i
      where coalesce(i.to_address, i.created_contract) = a.acl and i.block_number = w.block_number
        and i.transaction_index = w.index
      order by i.index limit ${MAX_ACL_CALLS}
    ) c
    join ${db.schema}.transactions t on t.block_number = w.block_number and t.index = w.index
    join ${db.schema}.blocks b on b.number = w.block_number
    where substring(c.input for 36) = ${Buffer.concat([ALLOW_TRANSIENT, handle])} and c.type = 'call'
      and not c.is_undone and c.from_address <> all(${toArrayLiteral(executors)}::bytea[])
    group by c.from_address, c.input, w.block_number, w.index, t.hash, b.timestamp
    order by w.block_number, w.index, min(c.index) limit ${MAX_TRANSIENT}`;
}

/** The only ERC-20 transfer of a transaction to or from a contract; undefined for none, or several. */
export async function findErc20Leg(
  db: Database,
  { block_number, transaction_index, address }: LogAt,
  side: 'to' | 'from',
): Promise<{ token: Buffer; amount: string } | undefined> {
  const party = side === 'to' ? db.sql`r.to_address` : db.sql`r.from_address`;
  const rows = await db.sql<{ token: Buffer; amount: string }[]>`
    select r.token_address as token, r.amount::text from ${db.schema}.token_transfers r
    where r.block_number = ${block_number} and r.transaction_index = ${transaction_index}
      and r.token_type = 'ERC-20' and ${party} = ${address} and r.amount is not null
    order by r.log_index limit 2`;
  return rows.length === 1 ? rows[0] : undefined;
}
