import type { Database, Transaction } from '@/lib/db/open-database';
import { isWhole } from '@/lib/db/part-schema';
import { COLUMNS } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import { joinBalances } from './balances';
import { JOIN_RULES, type Joined, type JoinRule } from './join-rules';
import { keepPartitions } from './keep-partitions';
import { markMined } from './mark-mined';
import type { Range } from './plan';
import { addProvenRange } from './proven-ranges';
import { joinUpgrades } from './proxies';
import { lockState } from './state';
import { addToPeriods, recountNew } from './stats';
import { addHeights } from './transaction-heights';
import { raiseTypes } from './write-tokens';

/**
 * How a join ended. `orphaned`: the first block of the part does not follow the stored tip. `outrun`: the part does not
 * begin after the tip. `lost`: it is not whole. Only `joined` wrote anything.
 */
export type JoinOutcome = 'joined' | 'orphaned' | 'outrun' | 'lost';

type Table = keyof typeof JOIN_RULES;
type Merge = Extract<JoinRule, { kind: 'merge' }>;
type Append = Extract<JoinRule, { kind: 'append' }>;
type Join = Readonly<{ db: Database; part: Database; sources: string }>;

/** What sorts and hashes of a whole part need, instead of what is set for small statements. */
const SETTINGS = { work_mem: '64MB', jit: 'off' };

/**
 * Adds a part to the index in ONE transaction, which takes its range off the list: all tables are then as if its blocks
 * had been written one after the other. The part is a schema of the same database, with the blocks of `range`; it is left
 * to be dropped, because writers of the chain would wait for all who read it. `partitionBlocks`: of new partitions.
 */
export async function joinPart(
  db: Database,
  part: Database,
  { partitionBlocks, ...range }: Range & Readonly<{ partitionBlocks?: number | undefined }>,
): Promise<JoinOutcome> {
  await keepPartitions(db, { to: range.to, size: partitionBlocks });
  return runTransaction(db.sql, async (sql) => {
    const { tip, next } = await lockState(sql, db);
    if (next !== range.from) return 'outrun';
    if (!(await isComplete(sql, { db, part, range }))) return 'lost';
    const [first] = await sql<{ parent_hash: Buffer }[]>`
      select parent_hash from ${part.schema}.blocks where number = ${range.from}`;
    if (tip && !first?.parent_hash.equals(tip.hash)) return 'orphaned';
    for (const [name, value] of Object.entries(SETTINGS))
      await sql`select set_config(${name}, ${value}, true)`;
    await joinRows(sql, { db, part }, range);
    await sql`delete from ${db.schema}.backfill_ranges where from_block = ${range.from}`;
    return 'joined';
  });
}

async function isComplete(
  sql: Transaction,
  { db, part, range }: Pick<Join, 'db' | 'part'> & { range: Range },
): Promise<boolean> {
  if (!(await isWhole(sql, db, part))) return false;
  const [row] = await sql`
    select from ${part.schema}.indexer_state where first_block = ${range.from} and tip_number = ${range.to}`;
  return row !== undefined;
}

async function joinRows(sql: Transaction, pair: Pick<Join, 'db' | 'part'>, range: Range): Promise<void> {
  const { db, part } = pair;
  const join = { ...pair, sources: await joinSources(sql, pair) };
  const heights = await listFormerFirsts(sql, pair);
  const addedAddresses = await mergeTable(sql, join, 'addresses');
  for (const [table, rule] of Object.entries<JoinRule>(JOIN_RULES)) {
    if (!isTable(table) || table === 'addresses') continue;
    if (rule.kind === 'append') await appendTable(sql, join, table);
    if (rule.kind === 'merge') await mergeTable(sql, join, table);
  }
  await addHeights(sql, db, range);
  await joinUpgrades(sql, db, part);
  await raiseTypes(sql, db, sql`in (select address from ${part.schema}.tokens)`);
  await joinBalances(sql, db, part);
  await recountNew(sql, db, heights);
  await markMined(sql, db, { ...range, now: Date.now() });
  await addToPeriods(sql, db, range);
  await joinState(sql, pair, addedAddresses);
}

function isTable(name: string): name is Table {
  return name in JOIN_RULES;
}

/** An expression that turns a source of the part, written as `$`, into the same one of the index. */
async function joinSources(sql: Transaction, { db, part }: Pick<Join, 'db' | 'part'>): Promise<string> {
  await sql`
    insert into ${db.schema}.answer_sources (hosts)
    select hosts from ${part.schema}.answer_sources order by id on conflict (hosts) do nothing`;
  const rows = await sql<{ theirs: number; ours: number }[]>`
    select p.id as theirs, s.id as ours
    from ${part.schema}.answer_sources p join ${db.schema}.answer_sources s on s.hosts = p.hosts`;
  const cases = rows.map(({ theirs, ours }) => `when ${theirs} then ${ours}`).join(' ');
  return cases === '' ? 'null::integer' : `case $ ${cases} end`;
}

/** Blocks of the part with contracts or tokens that were new to it alone: an earlier block has them. */
async function listFormerFirsts(
  sql: Transaction,
  { db, part }: Pick<Join, 'db' | 'part'>,
): Promise<number[]> {
  const rows = await sql<{ height: number }[]>`
    select p.created_block as height from ${part.schema}.addresses p
    join ${db.schema}.addresses s on s.address = p.address
    where p.created_block is not null and s.created_block is not null
    union
    select p.first_seen_block from ${part.schema}.tokens p join ${db.schema}.tokens s on s.address = p.address`;
  return rows.map(({ height }) => height);
}

function listValues(table: Table, rule: Append | Merge, sources: string): string {
  const initial: Readonly<Record<string, string>> = 'initial' in rule ? rule.initial : {};
  const read = (column: string) =>
    rule.sources?.includes(column) ? sources.replace('$', column) : (initial[column] ?? column);
  return COLUMNS[table].map(read).join(', ');
}

async function appendTable(sql: Transaction, { db, part, sources }: Join, table: Table): Promise<void> {
  const rule: JoinRule = JOIN_RULES[table];
  if (rule.kind !== 'append') return;
  await sql`
    insert into ${db.schema}.${sql(table)} (${sql.unsafe(COLUMNS[table].join(', '))})
    select ${sql.unsafe(listValues(table, rule, sources))} from ${part.schema}.${sql(table)}`;
}

/** Returns how many rows are new. */
async function mergeTable(sql: Transaction, { db, part, sources }: Join, table: Table): Promise<number> {
  const rule: JoinRule = JOIN_RULES[table];
  if (rule.kind !== 'merge') return 0;
  const columns = Object.keys(rule.columns);
  const joined = Object.entries(rule.columns).map(([column, how]) => express(column, how));
  const stored = columns.map((column) => `stored.${column}`);
  const change =
    columns.length === 0
      ? 'nothing'
      : `update set (${columns.join(', ')}) = row (${joined.join(', ')})
         where row (${joined.join(', ')}) is distinct from row (${stored.join(', ')})`;
  const key = rule.key.join(', ');
  const [row] = await sql<{ added: number }[]>`
    with written as (
      insert into ${db.schema}.${sql(table)} as stored (${sql.unsafe(COLUMNS[table].join(', '))})
      select ${sql.unsafe(listValues(table, rule, sources))} from ${part.schema}.${sql(table)}
      order by ${sql.unsafe(key)}
      on conflict (${sql.unsafe(key)}) do ${sql.unsafe(change)}
      returning xmax = 0 as is_added
    )
    select count(*) filter (where is_added) as added from written`;
  return row?.added ?? 0;
}

function express(column: string, how: Joined): string {
  const [ours, theirs] = [`stored.${column}`, `excluded.${column}`];
  if (how === 'sum') return `${ours} + ${theirs}`;
  if (how === 'first') return `coalesce(${ours}, ${theirs})`;
  if (how === 'or') return `${ours} or ${theirs}`;
  if (how === 'last') return theirs;
  return `case when excluded.code_block >= coalesce(stored.code_block, 0) then ${theirs} else ${ours} end`;
}

async function joinState(
  sql: Transaction,
  { db, part }: Pick<Join, 'db' | 'part'>,
  addedAddresses: number,
): Promise<void> {
  const proven = await sql<Range[]>`
    select from_block as "from", to_block as "to" from ${part.schema}.proven_ranges order by 1`;
  for (const range of proven) await addProvenRange(sql, db, range);
  await sql`
    update ${db.schema}.indexer_state s set
      tip_number = p.tip_number,
      tip_hash = p.tip_hash,
      blocks_count = s.blocks_count + p.blocks_count,
      transactions_count = s.transactions_count + p.transactions_count,
      addresses_count = s.addresses_count + ${addedAddresses},
      withdrawals_count = s.withdrawals_count + p.withdrawals_count,
      withdrawals_sum = s.withdrawals_sum + p.withdrawals_sum,
      proof_status = case when p.proof_status = 'unknown' then s.proof_status else p.proof_status end,
      unprovable_reason = case when p.proof_status = 'unknown' then s.unprovable_reason else p.unprovable_reason end,
      unprovable_checks = case when p.proof_status = 'unknown' then s.unprovable_checks else p.unprovable_checks end
    from ${part.schema}.indexer_state p`;
}
