import type { Sql } from '@/lib/db/open-database';

type Column = {
  schema: string;
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  check: string | null;
};

/** The driver's type for each SQL type; `numeric` and `date` depend on the direction. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  text: 'string',
  'text[]': 'string[]',
  uuid: 'string',
  bytea: 'Buffer',
  'bytea[]': 'readonly Buffer[]',
  numeric: 'Numeric',
  'numeric[]': 'readonly Numeric[]',
  date: 'Day',
  'timestamp with time zone': 'Date',
};

/** Columns with narrower types than SQL's; text with a CHECK gets its values from that. */
const NARROWER: Readonly<Record<string, string>> = {
  'internal_transactions.type': 'InternalType',
  'token_transfers.token_type': 'TokenType',
  'token_types.type': 'TokenType',
  'tokens.type': 'TokenType',
  'transactions.status': '0 | 1',
};

const HEAD = `// Generated from lib/db/migrations by \`npm run tables\`: change the migrations.
import type { InternalType } from '@/lib/evm/internal-types';
import type { TokenType } from '@/lib/evm/token-standards';

/** A row as queries read it: \`numeric\` is a decimal string. */
export type Row<Table extends keyof Tables<string, Date>> = Tables<string, Date>[Table];
/** A row as COPY writes it: \`numeric\` is a bigint, a \`date\` is YYYY-MM-DD. */
export type NewRow<Table extends keyof Tables<bigint, string>> = Tables<bigint, string>[Table];
`;

/** The TypeScript of lib/db/tables.ts: the tables of a chain and of \`gateway\`, as migrated in this database. */
export async function formatTables(sql: Sql, chainSchema: string): Promise<string> {
  const columns = await sql<Column[]>`
    select c.relnamespace::regnamespace::text as schema, c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as "isNullable", (
        select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = c.oid and contype = 'c' and conkey = array[a.attnum] limit 1
      ) as check
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relname <> 'migrations'
    where c.relnamespace in (${chainSchema}::regnamespace, 'gateway'::regnamespace)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`;
  const tables = [...new Set(columns.map(({ table }) => table))];
  const columnsOf = (table: string) => columns.filter((column) => column.table === table);
  const types = tables.map((table) => `  ${table}: {\n${columnsOf(table).map(formatColumn).join('')}  };\n`);
  const listColumns = (isOfSchema: (column: Column) => boolean) =>
    tables.map((table) => {
      const names = columnsOf(table)
        .filter(isOfSchema)
        .map(({ name }) => `'${name}'`);
      return names.length === 0 ? '' : `  ${table}: [${names.join(', ')}],\n`;
    });
  return `${HEAD}
type Tables<Numeric, Day> = {
${types.join('')}};

/** The columns of each table of a chain in their order; generated columns are left out. */
export const CHAIN_COLUMNS = {
${listColumns(({ schema }) => schema !== 'gateway').join('')}} as const;

/** The same of \`gateway\`. */
export const GATEWAY_COLUMNS = {
${listColumns(({ schema }) => schema === 'gateway').join('')}} as const;
`;
}

function formatColumn({ table, name, type, isNullable, check }: Column): string {
  const listed = check?.includes('= ANY') ? check.match(/'[^']*'/g)?.join(' | ') : undefined;
  const narrow = NARROWER[`${table}.${name}`] ?? listed ?? TYPES[type];
  if (narrow === undefined) throw new Error(`${table}.${name}: how is ${type} read?`);
  return `    ${name}: ${narrow}${isNullable ? ' | null' : ''};\n`;
}
