import { connect, type Socket } from 'node:net';
import postgres from 'postgres';

/** Heights and counts fit a double exactly. */
const TYPES = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint | string) => String(value),
    parse: Number,
  },
};

/** A connection pool. `numeric` is read as a decimal string, `bytea` as a Buffer, `bigint` as a number. */
export type Sql = postgres.Sql<{ bigint: number }>;
/** The connection of a transaction. */
export type Transaction = postgres.TransactionSql<{ bigint: number }>;

/** A composable piece of SQL. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/**
 * A chain's schema and a pool. Queries name tables as `${db.schema}.blocks`. With `term`, blocks are written only during
 * that term of the chain's leader. `isPartitioned`, if known: queries may leave out partitions. `siteUrl` begins our own
 * URLs, without a trailing slash.
 */
export type Database = {
  sql: Sql;
  chainId: number;
  schema: ReturnType<typeof nameSchema>;
  /** The name of the schema. */
  name: string;
  term?: number;
  siteUrl?: string;
  isPartitioned?: boolean;
};

/** Delay between attempts to connect: short, to use a restarted or replaced server at once. */
const MAX_BACKOFF_S = 1;

/** Pool options. `name` shows in pg_stat_activity. */
export type PoolOptions = Readonly<{
  url: string;
  connections: number;
  name: string;
  /** Statement timeout (SQLSTATE 57014); 0 or absent: none. */
  timeoutMs?: number;
  /** The server ends sessions that are idle for longer, within a transaction or outside; 0 or absent: never. */
  idleMs?: Readonly<{ session?: number; transaction?: number }>;
  /** For a connection; 10 unless given. */
  connectSeconds?: number;
  /** With a transaction pooler, prepared statements and pipelining are off. */
  pooler?: 'session' | 'transaction' | undefined;
}>;

/** Opens a pool; it connects with the first query. */
export function openPool(options: PoolOptions): Sql {
  const { url, connections, name, timeoutMs = 0, connectSeconds = 10, pooler } = options;
  const { session = 0, transaction = 0 } = options.idleMs ?? {};
  return postgres(url, {
    max: connections,
    types: TYPES,
    onnotice: () => undefined,
    connect_timeout: connectSeconds,
    backoff: (retries) => Math.min(3 ** retries / 100, MAX_BACKOFF_S),
    connection: {
      application_name: `astrolabe-${name}`,
      ...(timeoutMs > 0 && { statement_timeout: timeoutMs }),
      ...(session > 0 && { idle_session_timeout: session }),
      ...(transaction > 0 && { idle_in_transaction_session_timeout: transaction }),
    },
    ...(pooler === 'transaction' && { prepare: false, max_pipeline: 0 }),
    // With several hosts the driver connects itself, trying one after the other.
    ...(!url.includes(',') && { socket: openSocket }),
  });
}

type Target = Readonly<{ host: readonly string[]; port: readonly number[]; path?: string | false }>;

/**
 * A socket with TCP_NODELAY, which the driver does not set: Nagle's algorithm delays the end of a COPY by 40 ms, until
 * the server acknowledges its rows. TLS checks the certificate against `host`.
 */
function openSocket({ host: [host], port: [port = 5432], path }: Target): Socket {
  const socket = path ? connect({ path }) : connect({ host, port, noDelay: true });
  return Object.assign(socket, { host, port });
}

/** A chain's database over a shared pool; `name` selects a schema other than the served one. */
export function openDatabase(sql: Sql, chainId: number, name = schemaName(chainId)): Database {
  return { sql, chainId, schema: nameSchema(sql, name), name };
}

/** Opens a chain for writing, in its database. */
export type OpenChain = (chainId: number) => Database;

function nameSchema(sql: Sql, name: string) {
  return sql(name);
}

/** Name of a chain's PostgreSQL schema. */
export function schemaName(chainId: number): string {
  return `chain_${chainId}`;
}

/** Name of the schema of a reindex, until it replaces the served one. */
export function nextSchemaName(chainId: number): string {
  return `${schemaName(chainId)}_next`;
}

/** Name of the replaced schema, until it is dropped. */
export function oldSchemaName(chainId: number): string {
  return `${schemaName(chainId)}_old`;
}
