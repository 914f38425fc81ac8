import type { Database } from '@/lib/db/open-database';

/** Rows by the lower-case hex of their address, without 0x: those that were asked for, and perhaps others. */
export type Book<Row> = ReadonlyMap<string, Row>;
/** Reads the rows of addresses, together with what others ask for at the same moment. */
export type Gathering<Row> = (db: Database, addresses: Iterable<Buffer | null>) => Promise<Book<Row>>;

type Round<Row> = { addresses: Map<string, Buffer>; book: Promise<Book<Row>> };

/** One query stays small enough to be planned and answered quickly. */
const MOST_ADDRESSES = 2_000;

/**
 * Lets the requests that a process answers at the same time share their reads: what is asked for until the event loop
 * comes round is read by one query, which begins after all of them have asked. The busier the process, the fewer
 * queries a request costs.
 */
export function createGathering<Row extends { address: Buffer }>(
  find: (db: Database, addresses: readonly Buffer[]) => Promise<readonly Row[]>,
): Gathering<Row> {
  const rounds = new WeakMap<Database, Round<Row>>();
  const begin = (db: Database): Round<Row> => {
    const addresses = new Map<string, Buffer>();
    const book = untilLoopComesRound().then(async () => {
      if (rounds.get(db) === round) rounds.delete(db);
      const rows = await find(db, [...addresses.values()]);
      return new Map(rows.map((row) => [row.address.toString('hex'), row]));
    });
    const round = { addresses, book };
    rounds.set(db, round);
    return round;
  };
  return async (db, addresses) => {
    const asked = [...addresses].filter((address) => address !== null);
    if (asked.length === 0) return new Map();
    const known = rounds.get(db);
    const round = known && known.addresses.size < MOST_ADDRESSES ? known : begin(db);
    for (const address of asked) round.addresses.set(address.toString('hex'), address);
    return round.book;
  };
}

/** The same for something that a chain has one of. */
export function createSharedRead<T>(read: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const rounds = new WeakMap<Database, Promise<T>>();
  return (db) => {
    const known = rounds.get(db);
    if (known) return known;
    const round = untilLoopComesRound().then(() => {
      rounds.delete(db);
      return read(db);
    });
    rounds.set(db, round);
    return round;
  };
}

function untilLoopComesRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
