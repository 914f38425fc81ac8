/** What was read of a transaction, in the order in which it was read. */
export type OfTransaction<Row> = Readonly<{ hash: Buffer; rows: readonly Row[] }>;

/** Rows of several transactions by transaction: `place` counts the hashes from 1. One without rows is missing. */
export function groupByTransaction<Row extends Readonly<{ place: number }>>(
  hashes: readonly Buffer[],
  rows: readonly Row[],
): OfTransaction<Row>[] {
  const byPlace = new Map<number, Row[]>();
  for (const row of rows) {
    const known = byPlace.get(row.place);
    if (known) known.push(row);
    else byPlace.set(row.place, [row]);
  }
  return hashes.flatMap((hash, at) => {
    const own = byPlace.get(at + 1);
    return own ? [{ hash, rows: own }] : [];
  });
}
