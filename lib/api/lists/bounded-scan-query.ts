import type { Database, Fragment } from '@/lib/db/open-database';

type Nulls<Row> = { [Column in keyof Row]: null };
type ScanRow<Row, Position> = (Row | Nulls<Row>) & { scanned_to: Position | null };

type Scan = Readonly<{
  /** The rows to scan, at most `size`. */
  scanned: Fragment;
  size: number;
  /** The matches among the rows of the relation `scanned`. */
  found: Fragment;
  /** The columns of a position. */
  position: Fragment;
  /** Order of both, by columns without a qualifier. */
  sorting: Fragment;
}>;

/**
 * The matches of a bounded scan, and the last position it read; undefined at the end. One statement: between two, a
 * block may be indexed, and rows would be lost or found twice.
 */
export async function readBoundedScan<Row extends { block_number: number }, Position>(
  db: Database,
  { scanned, size, found, position, sorting }: Scan,
): Promise<{ rows: Row[]; scannedTo: Position | undefined }> {
  const result = await db.sql<ScanRow<Row, Position>[]>`
    with scanned as materialized (${scanned}), found as (${found})
    select found.*, to_json(ends) as scanned_to
    from (values (1)) one
    left join (select ${position} from scanned order by ${sorting} offset ${size - 1}) ends on true
    left join found on true
    order by ${sorting}`;
  const rows = result.flatMap((row) => (isFound<Row>(row) ? [row] : []));
  return { rows, scannedTo: result[0]?.scanned_to ?? undefined };
}

function isFound<Row extends { block_number: number }>(row: Row | Nulls<Row>): row is Row {
  return row.block_number !== null;
}
