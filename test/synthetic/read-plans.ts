import postgres from 'postgres';
import { z } from 'zod';
import type { Sql } from '@/lib/db/open-database';

export type Statement = Readonly<{ query: string; parameters: readonly unknown[] }>;
/** A pool that records its statements. */
export type RecordingPool = Readonly<{ sql: Sql; taken(): Statement[] }>;

/** Opens a pool like that of the programs; `taken` returns what was sent since the last call. */
export function openRecordingPool(url: string): RecordingPool {
  let sent: Statement[] = [];
  const sql = postgres(url, {
    max: 4,
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    onnotice: () => undefined,
    debug: (_connection, query, parameters) => sent.push({ query, parameters }),
  });
  return {
    sql,
    taken: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
  };
}

type Step = {
  'Node Type': string;
  'Relation Name'?: string | undefined;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number | undefined;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Step[] | undefined;
};
const step: z.ZodType<Step> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().optional(),
  'Shared Hit Blocks': z.number(),
  'Shared Read Blocks': z.number(),
  Plans: z.lazy(() => z.array(step)).optional(),
});
const explained = z.tuple([z.object({ Plan: step })]);

/** More rows than any page, sample or span of days needs. */
const MAX_ROWS = 2_000;
/** A bitmap of an index is built before any row is read: a word of a full text search may be in many names. */
const MAX_ENTRIES = 20_000;
/** More rows than any table that does not grow with the chain. */
const LARGE_TABLE_ROWS = 5_000;
/** Pages of 8 kB. */
const MAX_PAGES = 12_000;

/** After this many custom plans a prepared statement may get a generic one. */
const PLANS_OF_ITS_OWN = 5;

/** Faults of the statements of one text, and whether each execution is planned anew. */
export type Findings = Readonly<{ faults: readonly string[]; isReplanned: boolean }>;

/**
 * Executes statements of one text again, with each set of parameters twice: with a custom plan, and as on a connection
 * that has executed it often.
 */
export async function explainStatements(
  sql: Sql,
  statements: readonly [Statement, ...Statement[]],
  large: ReadonlySet<string>,
): Promise<Findings> {
  const session = await sql.reserve();
  const faults: string[] = [];
  const execute = (options: string, { parameters }: Statement) => {
    const values = parameters.length === 0 ? '' : `(${parameters.map(toLiteral).join(', ')})`;
    return session.unsafe(`explain (${options}) execute read${values}`);
  };
  const look = async (statement: Statement) => {
    const rows = await execute('analyze, buffers, format json', statement);
    faults.push(...faultsOfPlan(explained.parse(rows[0]?.['QUERY PLAN'])[0].Plan, large));
  };
  try {
    await session.unsafe(`prepare read as ${statements[0].query}`);
    for (const statement of statements) await look(statement);
    for (let plans = 0; plans < PLANS_OF_ITS_OWN; plans += 1) await execute('format json', statements[0]);
    for (const statement of statements) await look(statement);
    const kept = await session.unsafe(
      `select generic_plans > 0 as is_kept from pg_prepared_statements where name = 'read'`,
    );
    return { faults: [...new Set(faults)], isReplanned: kept[0]?.is_kept !== true };
  } finally {
    await session.unsafe('deallocate read');
    session.release();
  }
}

/** The tables of a chain that no request may scan. */
export async function findLargeTables(sql: Sql, schema: string): Promise<Set<string>> {
  const rows = await sql<{ relname: string }[]>`
    select relname from pg_class
    where relnamespace = ${schema}::regnamespace and relkind = 'r' and reltuples > ${LARGE_TABLE_ROWS}`;
  return new Set(rows.map(({ relname }) => relname));
}

function faultsOfPlan(plan: Step, large: ReadonlySet<string>): string[] {
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  const faults = stepsOf(plan).flatMap((one) => faultsOf(one, large));
  return pages > MAX_PAGES ? [...faults, `reads ${pages} pages`] : faults;
}

function stepsOf(plan: Step): Step[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

function faultsOf(one: Step, large: ReadonlySet<string>): string[] {
  const table = one['Relation Name'] ?? '';
  const type = one['Node Type'];
  const rows = Math.max(1, one['Actual Loops']) * (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0));
  // One that ends at its limit may be the shortest way: every row matches.
  if (type === 'Seq Scan' && large.has(table) && rows > MAX_ROWS)
    return [`reads ${table} from end to end: ${rows} rows`];
  const most = type === 'Bitmap Index Scan' ? MAX_ENTRIES : MAX_ROWS;
  return rows > most ? [`${type} ${table}: ${rows} rows`] : [];
}

function toLiteral(parameter: unknown): string {
  const text = toText(parameter);
  return text === null ? 'null' : `'${text.replaceAll("'", "''")}'`;
}

function toText(parameter: unknown): string | null {
  if (parameter === null || parameter === undefined) return null;
  if (Buffer.isBuffer(parameter)) return `\\x${parameter.toString('hex')}`;
  return Array.isArray(parameter) ? `{${parameter.map(toText).join(',')}}` : String(parameter);
}
