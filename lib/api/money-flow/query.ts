import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
import { scanOfSide } from '@/lib/api/token-transfer/side-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { TOKEN_TYPES, type TokenType } from '@/lib/evm/token-standards';

/** A place in the chain: in its transaction the index of a log, and of a call (0: the transaction itself). */
export type Moment = Readonly<{
  block_number: number;
  transaction_index: number;
  log_index: number;
  call_index: number;
}>;

/** A transfer of an asset; the token is null for coin, the amount if it is encrypted or not known. */
export type MoveRow = Readonly<{
  block_number: number;
  transaction_index: number;
  /** Index of its log or its call. */
  place: number;
  from_address: Buffer;
  to_address: Buffer;
  token_address: Buffer | null;
  token_type: TokenType | null;
  token_id: string | null;
  amount: string | null;
}>;

/**
 * Which transfers of an account: sent (`out`, oldest first, behind `beyond`) or received (`in`, newest first, before it);
 * of one transaction only with `inside`.
 */
export type MoveScope = Readonly<{
  address: Buffer;
  direction: 'out' | 'in';
  blocks: BlockRange;
  beyond: Moment | undefined;
  inside: Readonly<{ block_number: number; index: number }> | undefined;
}>;

/** Transfers in order, and where the scan ended; undefined if it read all. */
export type MoveScan = Readonly<{ rows: MoveRow[]; end: MoveRow | undefined }>;

/** The token transfers of a scope, at most `limit` of each standard. */
export async function listTokenMoves(db: Database, scope: MoveScope, limit: number): Promise<MoveScan> {
  const side = scope.direction === 'out' ? 'from' : 'to';
  const { first, beyond } = scope.blocks;
  const scan = scanOfSide(
    db,
    { side, address: scope.address, type: db.sql`k.type` },
    { first, end: { block: beyond, index: -1, isIncluded: false } },
  );
  const found = db.sql`
    select e.block_number, e.transaction_index, e.log_index as place, e.from_address, e.to_address, e.token_address,
      e.token_type, e.token_ids, e.amounts, e.amount
    from unnest(${toArrayLiteral(TOKEN_TYPES)}::text[]) as k (type)
    cross join lateral (
      select e.* from ${db.schema}.token_transfers e
      where ${scan.condition} ${andInBlocks(db, db.sql`e`, scope.blocks)}
        ${andPosition(db, db.sql`e.block_number, e.transaction_index, e.log_index`, { ...scope, kind: 'log_index' })}
      ${scan.order(wayOf(db, scope))} limit ${limit}
    ) e
    order by ${sorting(db, scope)} limit ${limit}`;
  const rows = await db.sql<MoveRow[]>`
    with scanned as materialized (${found})
    select s.block_number, s.transaction_index, s.place, s.from_address, s.to_address, s.token_address, s.token_type,
      case when cardinality(s.token_ids) = 1 then s.token_ids[1]::text end as token_id,
      case
        when s.amount is not null then s.amount
        when cardinality(s.amounts) > 0 then case when cardinality(s.amounts) = 1 then s.amounts[1] end
        when cardinality(s.token_ids) > 0 then cardinality(s.token_ids)
      end::text as amount
    from scanned s order by ${sorting(db, scope)}`;
  return { rows, end: rows.length < limit ? undefined : rows.at(-1) };
}

/** The values of transactions of a scope, of `limit` transactions. */
export function listValueMoves(db: Database, scope: MoveScope, limit: number): Promise<MoveScan> {
  const ends = {
    out: [db.sql`c.from_address = ${scope.address}`],
    in: [db.sql`c.to_address = ${scope.address}`, db.sql`c.created_contract = ${scope.address}`],
  }[scope.direction];
  return listCoinMoves(
    db,
    { ...scope, ends, limit },
    (isParty) => db.sql`
    select c.block_number, c.index as transaction_index, 0 as place, c.from_address,
      coalesce(c.to_address, c.created_contract) as to_address, c.value,
      c.value > 0 and c.status is distinct from 0 and (c.status is not null or c.error is null) as is_moved
    from ${db.schema}.transactions c
    where ${isParty} ${andInBlocks(db, db.sql`c`, scope.blocks)}
      ${andPosition(db, db.sql`c.block_number, c.index, 0`, { ...scope, kind: 'call_index' })}
    order by c.block_number ${wayOf(db, scope)}, c.index ${wayOf(db, scope)} limit ${limit}`,
  );
}

/** The traced transfers of coin of a scope, of `limit` internal transactions. */
export function listCallMoves(db: Database, scope: MoveScope, limit: number): Promise<MoveScan> {
  const ends = {
    out: [db.sql`c.from_address = ${scope.address}`],
    in: [db.sql`coalesce(c.to_address, c.created_contract) = ${scope.address}`],
  }[scope.direction];
  const way = wayOf(db, scope);
  return listCoinMoves(
    db,
    { ...scope, ends, limit },
    (isParty) => db.sql`
    select c.block_number, c.transaction_index, c.index as place, c.from_address,
      coalesce(c.to_address, c.created_contract) as to_address, c.value,
      c.index > 0 and c.value > 0 and not c.is_undone as is_moved
    from ${db.schema}.internal_transactions c
    where ${isParty} ${andInBlocks(db, db.sql`c`, scope.blocks)}
      ${andPosition(db, db.sql`c.block_number, c.transaction_index, c.index`, { ...scope, kind: 'call_index' })}
    order by c.block_number ${way}, c.transaction_index ${way}, c.index ${way} limit ${limit}`,
  );
}

type CoinScan = MoveScope & Readonly<{ ends: readonly Fragment[]; limit: number }>;

async function listCoinMoves(
  db: Database,
  scan: CoinScan,
  select: (isParty: Fragment) => Fragment,
): Promise<MoveScan> {
  const all = scan.ends
    .map((isParty) => db.sql`select * from (${select(isParty)}) m`)
    .reduce((one, other) => db.sql`${one} union all ${other}`);
  const rows = await db.sql<(MoveRow & { is_moved: boolean | null })[]>`
    select m.block_number, m.transaction_index, m.place, m.from_address, m.to_address, m.value::text as amount,
      null as token_address, null as token_type, null as token_id, m.is_moved and m.to_address is not null as is_moved
    from (${all}) m order by ${sorting(db, scan)} limit ${scan.limit}`;
  return {
    rows: rows.filter((row) => row.is_moved === true),
    end: rows.length < scan.limit ? undefined : rows.at(-1),
  };
}

const wayOf = (db: Database, { direction }: Pick<MoveScope, 'direction'>) =>
  direction === 'out' ? db.sql`asc` : db.sql`desc`;

function sorting(db: Database, scope: MoveScope): Fragment {
  const way = wayOf(db, scope);
  return db.sql`block_number ${way}, transaction_index ${way}, place ${way}`;
}

/** In the transaction, or behind the moment, by the place of its kind. */
function andPosition(
  db: Database,
  place: Fragment,
  { inside, beyond, direction, kind }: MoveScope & { kind: 'log_index' | 'call_index' },
): Fragment {
  if (inside !== undefined)
    return db.sql`
      and (${place}) >= (${inside.block_number}::bigint, ${inside.index}::integer, 0)
      and (${place}) < (${inside.block_number}::bigint, ${inside.index + 1}::integer, 0)`;
  if (beyond === undefined) return db.sql``;
  const comparison = direction === 'out' ? db.sql`>` : db.sql`<`;
  return db.sql`and (${place}) ${comparison}
    (${beyond.block_number}::bigint, ${beyond.transaction_index}::integer, ${beyond[kind]}::integer)`;
}

/** Hashes and times of the transactions at these places, each once; missing ones are left out. */
export function findPlaces(
  db: Database,
  places: readonly Readonly<{ block_number: number; transaction_index: number }>[],
) {
  return db.sql<{ block_number: number; transaction_index: number; hash: Buffer; timestamp: number }[]>`
    select p.block_number, p.transaction_index, t.hash, b.timestamp
    from (
      select distinct * from unnest(
        ${toArrayLiteral(places.map(({ block_number }) => block_number))}::bigint[],
        ${toArrayLiteral(places.map(({ transaction_index }) => transaction_index))}::integer[]
      ) p (block_number, transaction_index)
    ) p
    join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.transaction_index
    join ${db.schema}.blocks b on b.number = p.block_number`;
}

/** Those of the addresses that have `least` transactions and token transfers together or more. */
export async function findBusy(db: Database, addresses: readonly Buffer[], least: number): Promise<Buffer[]> {
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.address_counts
    where address = any(${toArrayLiteral(addresses)}::bytea[]) and transactions + token_transfers >= ${least}`;
  return rows.map(({ address }) => address);
}
