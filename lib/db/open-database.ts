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

/** Opens a pool of at most `connections`; connects when the first query runs. `name` shows in pg_stat_activity. */
export function openPool(options: { url: string; connections: number; name: string }): Sql {
  return postgres(options.url, {
    max: options.connections,
    types: TYPES,
    onnotice: () => undefined,
    connect_timeout: 10,
    connection: { application_name: `astrolabe-${options.name}` },
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
