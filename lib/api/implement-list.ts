import type { z } from 'zod';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { Refusal } from './http/answer';
import { type Call, type CallContext, implement, type Operation } from './implement';

/** Default page size. */
export const PAGE_SIZE = 50;

type Cursor<Query, Position, Key, Next> = Readonly<{
  position(query: Query): Position;
  /** `beyond` is the first row of the next page; absent when a scan ended early. */
  next(last: Key, items_count: number, beyond: Key | undefined): Next;
}>;

/** One row more than the page holds if there are more; or the rows of a scan that stopped at `scannedTo`. */
type Rows<Row, Key> = readonly Row[] | Readonly<{ rows: readonly Row[]; scannedTo: Key | undefined }>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;
type ListCall = CallContext & Readonly<{ query: PageSize }>;
type PageSize = { items_count?: bigint | undefined; limit?: bigint | undefined };
type PageRequest<Position> = Readonly<{ after: Position; limit: number }>;

/** A page; `next_page_params` is null on the last one. */
export type ListPage<Item, Next> = { items: Item[]; next_page_params: Next | null };

/** A list. `read` fetches one row more than the page holds; what it returns may be wider, such as undefined for 404. */
export type List<
  C extends ListCall,
  Position,
  Row extends Key,
  Key,
  Item,
  Next,
  Read = Rows<Row, Key>,
> = Readonly<{
  cursor: Cursor<C['query'], Position, Key, Next>;
  read(call: C, page: PageRequest<Position>): Promise<Read>;
  present(call: C, rows: readonly Row[]): Promise<Item[]> | Item[];
}>;

/** What the reader of an operation's list returns; undefined for 404. */
type Outcome<Row, Key> = Rows<Row, Key> | Refusal | undefined;

/** Binds a list to its endpoint. */
export function implementList<P extends Fields, Q extends Fields, Position, Row extends Key, Key, Item, Next>(
  endpoint: Endpoint<P, Q, z.ZodType<unknown, ListPage<Item, Next>>>,
  list: List<Call<z.output<P>, z.output<Q>>, Position, Row, Key, Item, Next, Outcome<Row, Key>>,
): Operation {
  return implement(endpoint, async (call) => {
    const found = await list.read(call, requestOf(call, list.cursor));
    if (found === undefined || found instanceof Refusal) return found;
    return presentPage(call, list, found);
  });
}

/** Reads and presents one page, for operations that add to it or choose between lists. */
export async function readPage<C extends ListCall, Position, Row extends Key, Key, Item, Next>(
  call: C,
  list: List<C, Position, Row, Key, Item, Next>,
): Promise<ListPage<Item, Next>> {
  return presentPage(call, list, await list.read(call, requestOf(call, list.cursor)));
}

/** Items of a page, by the name that the client uses. */
export function pageSizeOf({ items_count, limit }: PageSize): number {
  const size = items_count ?? limit ?? BigInt(PAGE_SIZE);
  return items_count === undefined && size > BigInt(PAGE_SIZE) ? PAGE_SIZE : Number(size);
}

function requestOf<C extends ListCall, Position>(
  call: C,
  cursor: { position(query: C['query']): Position },
): PageRequest<Position> {
  return { after: cursor.position(call.query), limit: pageSizeOf(call.query) + 1 };
}

async function presentPage<C extends ListCall, Position, Row extends Key, Key, Item, Next>(
  call: C,
  { cursor, present }: Pick<List<C, Position, Row, Key, Item, Next>, 'cursor' | 'present'>,
  found: Rows<Row, Key>,
): Promise<ListPage<Item, Next>> {
  const size = pageSizeOf(call.query);
  const { rows, scannedTo } = 'rows' in found ? found : { rows: found, scannedTo: undefined };
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : scannedTo;
  return {
    items: await present(call, shown),
    next_page_params: last === undefined ? null : cursor.next(last, size, rows[size]),
  };
}
