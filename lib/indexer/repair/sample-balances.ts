import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { FUNGIBLE_TYPES, isHeldById } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { BlockReference } from '@/lib/rpc/token-balances';

/** A sum of transfers to be compared with balanceOf. `token_id` is null for a balance of the token itself. */
type Sample = Readonly<{ holder: Buffer; token_id: string | null; sum: bigint }>;

/** A token and some of its sums. `isWhole`: they are of all transfers since the contract was created. */
export type SampledToken = Readonly<{
  token: Buffer;
  transfers_count: number;
  isWhole: boolean;
  samples: readonly Sample[];
  /** The sum over all holders, for comparison with totalSupply(); null when they are too many, or it means another thing. */
  supply: bigint | null;
}>;

/** Tokens as of one block. */
export type SampledBlock = Readonly<{ block: BlockReference; tokens: readonly SampledToken[] }>;

type Row = {
  tip_number: number;
  tip_hash: Buffer;
  token: Buffer;
  transfers_count: number;
  is_whole: boolean;
  holder: Buffer | null;
  token_id: string | null;
  sum: string;
  supply: string | null;
};

const TOP = 8;
const LATEST = 8;
const FIRST = 4;
const IDS_PER_TRANSFER = 3;
/** Summing up more holders than these takes the database too long. */
const MAX_SUMMED_HOLDERS = 1_000;

/** Sums of transfers, as of the tip, of the largest holders and the parties of the first and latest transfers. */
export async function sampleSums(
  db: Database,
  tokens: readonly Readonly<{ address: Buffer; type: string }>[],
): Promise<SampledBlock[]> {
  const groups = [false, true].map((byId) => tokens.filter(({ type }) => isHeldById(type) === byId));
  const [byToken = [], byId = []] = groups.map((group) => group.map(({ address }) => address));
  const blocks = [await readSums(db, byToken, ofToken(db)), await readSums(db, byId, ofIds(db))];
  return blocks.flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const block = { number: first.tip_number, hash: first.tip_hash };
    return [{ block, tokens: groupByToken(rows) }];
  });
}

async function readSums(db: Database, tokens: readonly Buffer[], samples: Fragment): Promise<Row[]> {
  if (tokens.length === 0) return [];
  return await db.sql<Row[]>`
    select s.tip_number, s.tip_hash, t.address as token, t.transfers_count,
      s.first_block = 0 or coalesce(a.created_block, -1) >= s.first_block as is_whole,
      p.holder, p.token_id::text, coalesce(p.sum, 0) as sum,
      case when t.type = any(${toArrayLiteral(FUNGIBLE_TYPES)}::text[]) and t.holders_count <= ${MAX_SUMMED_HOLDERS} then (
        select coalesce(sum(value), 0) from ${db.schema}.token_holders where token_address = t.address and value > 0
      ) end as supply
    from unnest(${toArrayLiteral(tokens)}::bytea[]) as k (address)
    join ${db.schema}.tokens t on t.address = k.address
    join ${db.schema}.indexer_state s on s.tip_number is not null
    left join ${db.schema}.addresses a on a.address = k.address
    left join lateral (${samples}) p on true`;
}

/** Also holders whose balance was fetched before: those that a token treats specially stay under observation. */
function ofToken(db: Database): Fragment {
  return db.sql`
    select d.holder, null::numeric as token_id, h.value as sum from (
      (select holder from ${db.schema}.token_holders where token_address = t.address and value > 0
        order by value desc, holder desc limit ${TOP})
      union
      (select holder from ${db.schema}.token_balances where token_address = t.address and value > 0
        order by value desc, holder desc limit ${TOP})
      union select p.holder from (${someTransfers(db)}) e ${parties(db)}
    ) d
    left join ${db.schema}.token_holders h on h.holder = d.holder and h.token_address = t.address
    where d.holder <> ${ZERO_ADDRESS}`;
}

function ofIds(db: Database): Fragment {
  return db.sql`
    select d.holder, d.token_id, h.value as sum from (
      select distinct p.holder, i.token_id from (${someTransfers(db)}) e ${parties(db)}
      cross join lateral (select * from unnest(e.token_ids) limit ${IDS_PER_TRANSFER}) i (token_id)
    ) d
    left join ${db.schema}.token_instance_holders h
      on h.holder = d.holder and h.token_address = t.address and h.token_id = d.token_id
    where d.holder <> ${ZERO_ADDRESS} and d.token_id is not null`;
}

function someTransfers(db: Database): Fragment {
  const ordered = (direction: Fragment, limit: number) => db.sql`
    (select from_address, to_address, token_ids from ${db.schema}.token_transfers where token_address = t.address
      order by block_number ${direction}, log_index ${direction} limit ${limit})`;
  return db.sql`${ordered(db.sql`desc`, LATEST)} union all ${ordered(db.sql`asc`, FIRST)}`;
}

function parties(db: Database): Fragment {
  return db.sql`cross join lateral (values (e.from_address), (e.to_address)) as p (holder)`;
}

function groupByToken(rows: readonly Row[]): SampledToken[] {
  const tokens = new Map<string, SampledToken & { samples: Sample[] }>();
  for (const row of rows) {
    const key = row.token.toString('hex');
    const { token, transfers_count, is_whole: isWhole } = row;
    const supply = row.supply === null ? null : BigInt(row.supply);
    const known = tokens.get(key) ?? { token, transfers_count, isWhole, samples: [], supply };
    tokens.set(key, known);
    if (row.holder !== null) {
      known.samples.push({ holder: row.holder, token_id: row.token_id, sum: BigInt(row.sum) });
    }
  }
  return [...tokens.values()];
}
