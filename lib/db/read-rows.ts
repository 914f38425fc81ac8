import type { Fragment } from './open-database';

type Columns = readonly Readonly<{ name: string }>[];
type Shape = Readonly<{ names: readonly string[]; empty: Readonly<Record<string, null>> }>;

/** By the columns of a prepared statement. */
const shapes = new WeakMap<Columns, Shape>();

/**
 * The rows of a query with many columns. The driver adds the columns to an object one by one, which V8 turns into a hash
 * table beyond some sixteen, slow to fill, to read and to collect; these are copies of one object that has them all.
 */
export async function readRows<Row>(query: Fragment): Promise<Row[]> {
  const lists = await query.values();
  const { names, empty } = shapeOf(lists.columns);
  return lists.map((values) => {
    // biome-ignore lint/suspicious/noExplicitAny: as the driver types the columns of its rows
    const row: any = { ...empty };
    for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = values[at];
    return row;
  });
}

function shapeOf(columns: Columns): Shape {
  const known = shapes.get(columns);
  if (known !== undefined) return known;
  const names = columns.map(({ name }) => name);
  // parsed: an object built key by key would be a hash table itself
  const empty = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null]))));
  const shape: Shape = { names, empty };
  shapes.set(columns, shape);
  return shape;
}
