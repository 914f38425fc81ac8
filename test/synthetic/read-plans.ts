import postgres from 'postgres';
import { z } from 'zod';
import type { Sql } from '@/lib/db/open-database';

/** A statement as it was sent. */
export type Statement = Readonly<{ query: string; parameters: readonly unknown[] }>;
/** A pool that tells what is sent through it. */
export type RecordingPool = Readonly<{ sql: Sql; taken(): Statement[] }>;

/** Opens a pool like that of the programs; `taken` gives what was sent since it was last asked. */
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

/** A step of a plan, with what it really did. */
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
const MOST_ROWS = 2_000;
/** More rows than a table has that does not grow with the chain. */
const LARGE_TABLE_ROWS = 5_000;
/** Pages of 8 kB. */
const MOST_PAGES = 12_000;

/** Runs a statement again and says what it does that no read should: nothing, when it is good. */
export async function findFaults(
  sql: Sql,
  statement: Statement,
  large: ReadonlySet<string>,
): Promise<string[]> {
  const rows = await sql.unsafe(
    `explain (analyze, buffers, format json) ${statement.query}`,
    statement.parameters.map(toText),
  );
  const [{ Plan: plan }] = explained.parse(rows[0]?.['QUERY PLAN']);
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  const faults = stepsOf(plan).flatMap((one) => faultsOf(one, large));
  return pages > MOST_PAGES ? [...faults, `reads ${pages} pages`] : faults;
}

/** The tables of a chain that no request may read as a whole. */
export async function findLargeTables(sql: Sql, schema: string): Promise<Set<string>> {
  const rows = await sql<{ relname: string }[]>`
    select relname from pg_class
    where relnamespace = ${schema}::regnamespace and relkind = 'r' and reltuples > ${LARGE_TABLE_ROWS}`;
  return new Set(rows.map(({ relname }) => relname));
}

function stepsOf(plan: Step): Step[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

function faultsOf(one: Step, large: ReadonlySet<string>): string[] {
  const table = one['Relation Name'] ?? '';
  const type = one['Node Type'];
  if (type === 'Seq Scan' && large.has(table)) return [`reads ${table} from end to end`];
  const rows = Math.max(1, one['Actual Loops']) * (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0));
  return rows > MOST_ROWS ? [`${type} ${table}: ${rows} rows`] : [];
}

function toText(parameter: unknown): string | null {
  if (parameter === null || parameter === undefined) return null;
  if (Buffer.isBuffer(parameter)) return `\\x${parameter.toString('hex')}`;
  return Array.isArray(parameter) ? `{${parameter.map(toText).join(',')}}` : String(parameter);
}
