import { toArrayLiteral } from '@/lib/db/array-literal';
import { isOfTopics } from '@/lib/db/log-topics';
import type { Database, Fragment } from '@/lib/db/open-database';
import { APPROVAL_TOPICS, type ApprovalLog } from '@/lib/evm/approvals';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { addressToWord, WORD } from '@/lib/evm/words';

/** The last approval log of a spender, contract, event and token ID. */
export type ApprovalRow = ApprovalLog &
  Readonly<{ address: Buffer; block_number: number; transaction_index: number; log_index: number }>;

/** Where and when an approval was logged; the timestamp is in Unix seconds. */
export type ApprovalOrigin = Readonly<{
  block_number: number;
  transaction_index: number;
  hash: Buffer;
  timestamp: number;
}>;

type ApprovalKey = Pick<ApprovalRow, 'topic2' | 'address' | 'topic0' | 'topic3'>;

/** Behind all logs with the null address as spender. */
const START: ApprovalKey = {
  topic2: Buffer.alloc(WORD),
  address: Buffer.alloc(WORD, 0xff),
  topic0: Buffer.alloc(0),
  topic3: Buffer.alloc(0),
};
/** The word of the highest address. */
const END = addressToWord(Buffer.alloc(20, 0xff));

/**
 * The last log of each approval of an owner, by spender and contract, after another one; the null address as spender is
 * left out. Jumps in the index from each to the next, however many logs an approval has.
 */
export async function listLastApprovals(
  db: Database,
  owner: Buffer,
  { after = START, limit }: Readonly<{ after: ApprovalKey | undefined; limit: number }>,
): Promise<ApprovalRow[]> {
  const behind = (pair: Fragment) => db.sql`
    select l.topic2, l.address, l.topic0, coalesce(l.topic3, '\\x'::bytea) as topic3,
      l.block_number, l.transaction_index, l.log_index, l.data
    from ${db.schema}.logs l
    where ${isApproval(db)} and l.topic1 = ${addressToWord(owner)} and l.topic2 <= ${END}
      and (l.topic2, l.address, l.topic0, coalesce(l.topic3, '\\x'::bytea)) > (${pair})
    order by l.topic2, l.address, l.topic0, coalesce(l.topic3, '\\x'::bytea), l.block_number desc, l.log_index desc
    limit 1`;
  const { topic2, address, topic0, topic3 } = after;
  const first = behind(db.sql`${topic2}::bytea, ${address}::bytea, ${topic0}::bytea, ${topic3}::bytea`);
  const next = behind(db.sql`p.topic2, p.address, p.topic0, p.topic3`);
  return await db.sql<ApprovalRow[]>`
    with recursive pairs as (
      select f.*, 1 as place from (${first}) f
      union all
      select n.*, p.place + 1 from pairs p cross join lateral (${next}) n where p.place < ${limit}::integer
    )
    select topic2, address, topic0, topic3, block_number, transaction_index, log_index, data from pairs order by place`;
}

/** The places in `nfts` of those that moved, or whose approval the owner has withdrawn, after the approval. */
export async function findEndedApprovals(
  db: Database,
  owner: Buffer,
  nfts: readonly ApprovalRow[],
): Promise<Set<number>> {
  if (nfts.length === 0) return new Set();
  const column = (read: (nft: ApprovalRow) => Buffer | bigint | number) => toArrayLiteral(nfts.map(read));
  const later = db.sql`> (g.block_number, g.log_index) limit 1`;
  const rows = await db.sql<{ place: number }[]>`
    with given as materialized (
      select * from unnest(
        ${column((nft) => nft.address)}::bytea[],
        ${column((nft) => nft.topic0)}::bytea[],
        ${column((nft) => nft.topic3)}::bytea[],
        ${column((nft) => bufferToBigint(nft.topic3))}::numeric[],
        ${column((nft) => nft.block_number)}::bigint[],
        ${column((nft) => nft.log_index)}::integer[]
      ) with ordinality as given (address, topic0, topic3, token_id, block_number, log_index, place)
    )
    select g.place from given g cross join lateral (
      select from ${db.schema}.token_instance_transfers m
      where m.token_address = g.address and m.token_id = g.token_id and (m.block_number, m.log_index) ${later}
    ) moved
    union
    select g.place from given g cross join lateral (
      select from ${db.schema}.logs l
      where ${isApproval(db)} and l.topic1 = ${addressToWord(owner)} and l.topic2 = ${START.topic2}
        and l.address = g.address and l.topic0 = g.topic0 and coalesce(l.topic3, '\\x'::bytea) = g.topic3
        and (l.block_number, l.log_index) ${later}
    ) withdrawn`;
  return new Set(rows.map(({ place }) => place - 1));
}

/** Transactions and times of approvals; the positions may repeat. */
export async function findApprovalOrigins(
  db: Database,
  approvals: readonly Pick<ApprovalRow, 'block_number' | 'transaction_index'>[],
): Promise<ApprovalOrigin[]> {
  if (approvals.length === 0) return [];
  // `offset 0` makes the planner look up each block and transaction
  return await db.sql<ApprovalOrigin[]>`
    select g.block_number, g.transaction_index, t.hash, b.timestamp from (
      select distinct * from unnest(
        ${toArrayLiteral(approvals.map((row) => row.block_number))}::bigint[],
        ${toArrayLiteral(approvals.map((row) => row.transaction_index))}::integer[]
      ) as given (block_number, transaction_index)
    ) g
    cross join lateral (
      select hash from ${db.schema}.transactions
      where block_number = g.block_number and index = g.transaction_index offset 0
    ) t
    cross join lateral (
      select timestamp from ${db.schema}.blocks where number = g.block_number offset 0
    ) b`;
}

/** The condition of the index `logs_approvals`, without parameters: a plan for any values can then use it. */
function isApproval(db: Database): Fragment {
  return db.sql`${isOfTopics(db.sql, APPROVAL_TOPICS.map(hexToBuffer))} and octet_length(l.data) <= 32`;
}
