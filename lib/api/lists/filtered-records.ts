/** Reads of a page of rows, or of up to 5,000 scanned ones: a filter may match none of millions. */
const MAX_READS = 100;

type BlockPosition = Readonly<{ block_number: number }>;
type FilteredRows<Row, Position> = Readonly<{
  /** Titles of the file's columns. */
  head: readonly string[];
  /** Rows of a full page. */
  limit: number;
  /** Rows after a position, newest first; a bounded scan may give fewer, even none, and where to continue. */
  read(from: Position | undefined): Promise<{ rows: readonly Row[]; scannedTo: Position | undefined }>;
  present(row: Row): readonly string[];
  /** The parameter with which the search continues from a block; `to_block` by default. */
  continueAt?(block: number | undefined): string;
}>;

/**
 * Records of a CSV file, by page. If the filter cannot be searched to the end, the last record says so in its first
 * cell, with the block to continue at; its other cells are empty.
 */
export async function* readFiltered<Row extends Position, Position extends BlockPosition>({
  head,
  limit,
  read,
  present,
  continueAt = (block) => `to_block=${block}`,
}: FilteredRows<Row, Position>): AsyncGenerator<readonly (readonly string[])[], void> {
  let from: Position | undefined;
  for (let reads = 0; reads < MAX_READS; reads += 1) {
    const { rows, scannedTo } = await read(from);
    yield rows.map(present);
    from = rows.length < limit ? scannedTo : rows.at(-1);
    if (from === undefined) return;
  }
  const at = from?.block_number;
  const text = `Incomplete: searched down to block ${at}. Continue with ${continueAt(at)}`;
  yield [head.map((_, column) => (column === 0 ? text : ''))];
}
