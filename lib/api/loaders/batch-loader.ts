import type { Database } from '@/lib/db/open-database';

/** Rows by their key: those that were asked for, and perhaps others. */
type Book<Row> = ReadonlyMap<string, Row>;
/** Reads rows together with what others ask for at the same moment; null entries are ignored. */
export type Gathering<Asked, Row> = (db: Database, asked: Iterable<Asked | null>) => Promise<Book<Row>>;

/** The text that names a row, and what is asked for to get it. */
type Keys<Asked, Row> = Readonly<{ ofAsked: (asked: Asked) => string; ofRow: (row: Row) => string }>;
type Round<Asked, Row> = { asked: Map<string, Asked>; book: Promise<Book<Row>> };

/** One query stays small enough to be planned and answered quickly. */
const MOST_ASKED = 2_000;

/**
 * Lets the requests that a process answers at the same time share their reads: what is asked for until the event loop
 * comes round is read by one query, which begins after all of them have asked. The busier the process, the fewer
 * queries a request costs.
 */
export function createGathering<Asked, Row>(
  find: (db: Database, asked: readonly Asked[]) => Promise<readonly Row[]>,
  keys: Keys<Asked, Row>,
): Gathering<Asked, Row> {
  const rounds = new WeakMap<Database, Round<Asked, Row>>();
  const begin = (db: Database): Round<Asked, Row> => {
    const asked = new Map<string, Asked>();
    const book = untilLoopComesRound().then(async () => {
      if (rounds.get(db) === round) rounds.delete(db);
      const rows = await find(db, [...asked.values()]);
      return new Map(rows.map((row) => [keys.ofRow(row), row]));
    });
    const round = { asked, book };
    rounds.set(db, round);
    return round;
  };
  return async (db, asked) => {
    const wanted = [...asked].filter((one) => one !== null);
    if (wanted.length === 0) return new Map();
    const known = rounds.get(db);
    const round = known && known.asked.size < MOST_ASKED ? known : begin(db);
    for (const one of wanted) round.asked.set(keys.ofAsked(one), one);
    return round.book;
  };
}

const hexOf = (bytes: Buffer) => bytes.toString('hex');

/** Rows by their address, in lower-case hex without 0x. */
export const BY_ADDRESS = {
  ofAsked: hexOf,
  ofRow: ({ address }: Readonly<{ address: Buffer }>) => hexOf(address),
};
/** Rows by their hash, in lower-case hex without 0x. */
export const BY_HASH = { ofAsked: hexOf, ofRow: ({ hash }: Readonly<{ hash: Buffer }>) => hexOf(hash) };

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
