import postgres from 'postgres';
import type { Logger } from '@/lib/log';
import type { RequestScope } from '@/lib/request-scope';
import type { Database, Sql } from './open-database';

/** A statement that was sent, or waits for a connection. */
type Running = {
  readonly query: object;
  readonly begunAt: number;
  readonly scope: RequestScope | undefined;
  isReported: boolean;
};

type Options = Readonly<{
  log: Logger;
  /** A statement that takes longer is logged: while it runs, and when it ends. */
  slowMs: number;
  /** Whether a comment may tell the request: where no statement is prepared. */
  isCommented: boolean;
}>;

const CHECKS_PER_LIMIT = 4;
const MAX_TEXT = 300;

/** Told when a statement is sent and when it has ended. */
type Watch = Readonly<{ begin(one: Running): void; end(one: Running, error: unknown): void }>;

/**
 * Watches the statements of a pool. A slow or failed one is logged with the request that it was made for and the process
 * of PostgreSQL that executes it, which pg_stat_activity and PostgreSQL's own log tell, too. A prepared statement can hold
 * no request of its own; one that is not prepared ends in a comment. Each is a span where traces are written.
 */
export function watchStatements(sql: Sql, options: Options): Sql {
  const running = new Set<Running>();
  let timer: NodeJS.Timeout | undefined;
  const check = () => {
    const before = performance.now() - options.slowMs;
    for (const one of running) if (!one.isReported && one.begunAt <= before) reportSlow(one, options);
    if (running.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const watch: Watch = {
    begin: (one) => {
      if (options.isCommented && one.scope) addComment(one.query, one.scope);
      running.add(one);
      timer ??= setInterval(check, options.slowMs / CHECKS_PER_LIMIT).unref();
    },
    end: (one, error) => {
      running.delete(one);
      reportEnd(one, error, options);
    },
  };
  return wrapTag(sql, (make) => watchQuery(make(), watch));
}

/** Writes a span for each statement of a pool. */
export function traceStatements(sql: Sql): Sql {
  const watch = { begin: () => undefined, end: () => undefined };
  return wrapTag(sql, (make) => watchQuery(make(), watch));
}

/** The request that the query is for which is being made. */
let present: RequestScope | undefined;

/**
 * The same chain for one request, which its statements are logged with. Passed by hand: until Node 24 an
 * AsyncLocalStorage makes every promise of the program dearer.
 */
export function scopeDatabase(db: Database, scope: RequestScope): Database {
  const sql = wrapTag(db.sql, (make) => {
    present = scope;
    try {
      return make();
    } finally {
      present = undefined;
    }
  });
  return { ...db, sql, shared: db.shared ?? db };
}

/** A tag whose queries are made by `wrap`; so are those of its transactions. */
function wrapTag<Tag extends object>(tag: Tag, wrap: (make: () => object) => object): Tag {
  const call = Object(tag);
  const begin = (...given: unknown[]) => {
    const work = given.pop();
    const wrapped = (transaction: object) =>
      typeof work === 'function' ? Reflect.apply(work, undefined, [wrapTag(transaction, wrap)]) : undefined;
    return call.begin(...given, wrapped);
  };
  return new Proxy(tag, {
    apply: (_, __, given: unknown[]) => {
      const isQuery = Array.isArray(given[0]) && 'raw' in given[0];
      return isQuery ? wrap(() => call(...given)) : call(...given);
    },
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}

/** A query is sent when it is first awaited; a part of another one never is. */
function watchQuery(query: object, watch: Watch): object {
  const { then } = Object(query);
  const scope = present;
  let isSent = false;
  const begin = () => {
    const one = { query, begunAt: performance.now(), scope, isReported: false };
    watch.begin(one);
    const endSpan = globalThis.tracing?.begin({ name: 'statement', kind: 'client' });
    const end = (error?: unknown) => {
      watch.end(one, error);
      endSpan?.({ attributes: { 'db.system.name': 'postgresql', 'db.query.text': textOf(query) }, error });
    };
    Reflect.apply(then, query, [() => end(), end]);
  };
  Reflect.set(query, 'then', (...callbacks: unknown[]) => {
    if (!isSent) {
      isSent = true;
      begin();
    }
    return Reflect.apply(then, query, callbacks);
  });
  return query;
}

/** Only letters, digits, dots and hyphens: the comment cannot end early. */
function addComment(query: object, { requestId, operation }: RequestScope): void {
  const strings: unknown = Reflect.get(query, 'strings');
  if (!Array.isArray(strings)) return;
  const comment = ` /*operation='${operation}',request_id='${requestId}'*/`;
  // a copy: the driver stores what it knows of a statement by the identity of its strings
  Reflect.set(query, 'strings', [...strings.slice(0, -1), `${strings.at(-1)}${comment}`]);
}

function reportEnd(one: Running, error: unknown, { log, slowMs }: Options): void {
  const isSlow = performance.now() - one.begunAt >= slowMs;
  // others are of the connection, and of every statement that waited for it
  if (error instanceof postgres.PostgresError) log.warn({ ...describe(one), error }, 'a statement failed');
  else if (isSlow) log.warn(describe(one), 'a slow statement ended');
}

function reportSlow(one: Running, { log }: Options): void {
  one.isReported = true;
  log.warn(describe(one), 'a statement is slow');
}

/** `pid` is the server's process, missing while the statement waits for a connection. */
function describe({ query, scope, begunAt }: Running) {
  const state = Object(Reflect.get(query, 'state'));
  return {
    ...(scope && { requestId: scope.requestId, operation: scope.operation }),
    pid: state.pid ?? undefined,
    ms: Math.round(performance.now() - begunAt),
    statement: textOf(query),
  };
}

/** The text without its values; empty while the statement waits for a connection. */
function textOf(query: object): string {
  const text: unknown = Reflect.get(query, 'string');
  return typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT) : '';
}
