import DataLoader from 'dataloader';
import type { Database } from '@/lib/db/open-database';

/** Rows by their key: those that were requested, and perhaps others. */
type RowsByKey<Row> = ReadonlyMap<string, Row>;
/** Reads rows together with what other requests need at the same moment; null entries are ignored. */
export type BatchLoader<Id, Row> = (db: Database, ids: Iterable<Id | null>) => Promise<RowsByKey<Row>>;

/** The text that names a row, by its id and by the row. */
type Keys<Id, Row> = Readonly<{ ofId: (id: Id) => string; ofRow: (row: Row) => string }>;

/** Requests that share a query: it stays small enough to be planned and answered quickly. */
const MAX_BATCH = 50;

/**
 * Has the requests that a process answers at the same time share their reads: what is requested in one turn of the
 * event loop is read by one query. The busier the process, the fewer queries a request costs.
 */
export function createBatchLoader<Id, Row>(
  find: (db: Database, ids: readonly Id[]) => Promise<readonly Row[]>,
  keys: Keys<Id, Row>,
): BatchLoader<Id, Row> {
  const load = shareReads(async (db, requests: readonly (readonly Id[])[]): Promise<RowsByKey<Row>> => {
    const ids = new Map(requests.flatMap((request) => request.map((id) => [keys.ofId(id), id] as const)));
    const rows = await find(db, [...ids.values()]);
    return new Map(rows.map((row) => [keys.ofRow(row), row]));
  });
  return async (db, ids) => {
    const wanted = [...ids].filter((id) => id !== null);
    return wanted.length === 0 ? new Map() : load(db, wanted);
  };
}

const hexOf = (bytes: Buffer) => bytes.toString('hex');

/** Rows by their address, in lower-case hex without 0x. */
export const BY_ADDRESS = {
  ofId: hexOf,
  ofRow: ({ address }: Readonly<{ address: Buffer }>) => hexOf(address),
};
/** Rows by their hash, in lower-case hex without 0x. */
export const BY_HASH = { ofId: hexOf, ofRow: ({ hash }: Readonly<{ hash: Buffer }>) => hexOf(hash) };

/** The same for something that a chain has one of. */
export function createSharedRead<T>(read: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const load = shareReads<Database, T>(read);
  return (db) => load(db, db);
}

/** One read of a database answers all requests of a turn. */
function shareReads<Request, Answer>(
  read: (db: Database, requests: readonly Request[]) => Promise<Answer>,
): (db: Database, request: Request) => Promise<Answer> {
  const loaders = new WeakMap<Database, DataLoader<Request, Answer>>();
  return (db, request) => {
    const loader =
      loaders.get(db) ??
      new DataLoader<Request, Answer>(
        async (requests) => {
          const answer = await read(db, requests);
          return requests.map(() => answer);
        },
        { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: (run) => setImmediate(run) },
      );
    loaders.set(db, loader);
    return loader.load(request);
  };
}
