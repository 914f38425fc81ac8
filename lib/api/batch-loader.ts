import DataLoader from 'dataloader';
import type { Database } from '@/lib/db/open-database';

type RowsByKey<Row> = ReadonlyMap<string, Row>;
/** Loads rows by ID, batched with concurrent requests, whose rows it leaves out; null IDs are ignored. */
export type BatchLoader<Id, Row> = (db: Database, ids: Iterable<Id | null>) => Promise<RowsByKey<Row>>;

type Keys<Id, Row> = Readonly<{ ofId: (id: Id) => string; ofRow: (row: Row) => string }>;

const MAX_BATCH = 50;

/** Batches the reads of all requests in one turn of the event loop into one query. */
export function createBatchLoader<Id, Row>(
  find: (db: Database, ids: readonly Id[]) => Promise<readonly Row[]>,
  keys: Keys<Id, Row>,
): BatchLoader<Id, Row> {
  const load = shareReads(
    async (db, requests: readonly ReadonlyMap<string, Id>[]): Promise<RowsByKey<Row>> => {
      const ids = new Map(requests.flatMap((request) => [...request]));
      const rows = await find(db, [...ids.values()]);
      return new Map(rows.map((row) => [keys.ofRow(row), row]));
    },
  );
  return async (db, ids) => {
    const requested = new Map<string, Id>();
    for (const id of ids) if (id !== null) requested.set(keys.ofId(id), id);
    const own = new Map<string, Row>();
    if (requested.size === 0) return own;
    const shared = await load(db, requested);
    for (const key of requested.keys()) {
      const row = shared.get(key);
      if (row !== undefined) own.set(key, row);
    }
    return own;
  };
}

const hexOf = (bytes: Buffer) => bytes.toString('hex');

/** Keys by address, in lower-case hex without 0x. */
export const BY_ADDRESS = {
  ofId: hexOf,
  ofRow: ({ address }: Readonly<{ address: Buffer }>) => hexOf(address),
};
/** Keys by hash, in lower-case hex without 0x. */
export const BY_HASH = { ofId: hexOf, ofRow: ({ hash }: Readonly<{ hash: Buffer }>) => hexOf(hash) };

/** Shares one read per chain among concurrent requests. */
export function createSharedRead<T>(read: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const load = shareReads<Database, T>(read);
  return (db) => load(db, db);
}

function shareReads<Request, Answer>(
  read: (db: Database, requests: readonly Request[]) => Promise<Answer>,
): (db: Database, request: Request) => Promise<Answer> {
  const loaders = new WeakMap<Database, DataLoader<Request, Answer>>();
  const createLoader = (db: Database) =>
    new DataLoader<Request, Answer>(
      async (requests) => {
        const answer = await read(db, requests);
        return requests.map(() => answer);
      },
      { cache: false, maxBatchSize: MAX_BATCH, batchScheduleFn: (run) => setImmediate(run) },
    );
  return (db, request) => {
    const loader = loaders.get(db) ?? createLoader(db);
    loaders.set(db, loader);
    return loader.load(request);
  };
}
