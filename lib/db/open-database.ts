import postgres from 'postgres';

/** bigint columns hold heights and counts, which fit a double exactly: they arrive as numbers. */
const TYPES = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint | string) => String(value),
    parse: Number,
  },
};

/** A connection pool. `numeric` arrives as a decimal string, `bytea` as a Buffer, `bigint` as a number. */
export type Sql = postgres.Sql<{ bigint: number }>;
/** Inside `sql.begin`: the one connection of a transaction. */
export type Transaction = postgres.TransactionSql<{ bigint: number }>;

/** A piece of SQL to be put into other statements. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** One chain's schema, and the pool to reach it. Queries name tables as `${db.schema}.blocks`. */
export type Database = { sql: Sql; chainId: number; schema: ReturnType<typeof schemaOf> };

/** How a pool connects. `name` shows in pg_stat_activity. */
export type PoolOptions = Readonly<{
  url: string;
  connections: number;
  name: string;
  /** After so long the server gives a statement up (SQLSTATE 57014); 0 or nothing: never. */
  timeoutMs?: number;
  /** Behind a pooler that gives each transaction another connection nothing is prepared or sent ahead. */
  pooler?: 'session' | 'transaction' | undefined;
}>;

/** Opens a pool of at most `connections`; connects when the first query runs. */
export function openPool({ url, connections, name, timeoutMs = 0, pooler }: PoolOptions): Sql {
  return postgres(url, {
    max: connections,
    types: TYPES,
    onnotice: () => undefined,
    connect_timeout: 10,
    connection: {
      application_name: `astrolabe-${name}`,
      ...(timeoutMs > 0 && { statement_timeout: timeoutMs }),
    },
    ...(pooler === 'transaction' && { prepare: false, max_pipeline: 0 }),
  });
}

/** The handle of one chain over a shared pool. */
export function openDatabase(sql: Sql, chainId: number): Database {
  return { sql, chainId, schema: schemaOf(sql, chainId) };
}

function schemaOf(sql: Sql, chainId: number) {
  return sql(schemaName(chainId));
}

/** The PostgreSQL schema that holds a chain. */
export function schemaName(chainId: number): string {
  return `chain_${chainId}`;
}
