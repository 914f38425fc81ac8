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
type ListCall = CallContext & Readonly<{ query: { items_count?: bigint | undefined } }>;
type PageRequest<Position> = Readonly<{ after: Position; limit: number }>;

/** A page; `next_page_params` is null on the last one. */
export type ListPage<Item, Next> = { items: Item[]; next_page_params: Next | null };

type Presented<C extends ListCall, Position, Row extends Key, Key, Item, Next> = Readonly<{
  cursor: Cursor<C['query'], Position, Key, Next>;
  present(call: C, rows: readonly Row[]): Promise<Item[]> | Item[];
}>;

/** A list. `read` fetches one row more than the page holds. */
export type List<C extends ListCall, Position, Row extends Key, Key, Item, Next> = Presented<
  C,
  Position,
  Row,
  Key,
  Item,
  Next
> &
  Readonly<{ read(call: C, page: PageRequest<Position>): Promise<Rows<Row, Key>> }>;

/** A list whose reader may refuse, or return undefined for 404. */
type FallibleList<C extends ListCall, Position, Row extends Key, Key, Item, Next> = Presented<
  C,
  Position,
  Row,
  Key,
  Item,
  Next
> &
  Readonly<{
    read(call: C, page: PageRequest<Position>): Promise<Rows<Row, Key> | Refusal | undefined>;
  }>;

/** Binds a list to its endpoint. */
export function implementList<P extends Fields, Q extends Fields, Position, Row extends Key, Key, Item, Next>(
  endpoint: Endpoint<P, Q, z.ZodType<unknown, ListPage<Item, Next>>>,
  list: FallibleList<Call<z.output<P>, z.output<Q>>, Position, Row, Key, Item, Next>,
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

const sizeOf = ({ query }: ListCall) => Number(query.items_count ?? PAGE_SIZE);

function requestOf<C extends ListCall, Position>(
  call: C,
  cursor: { position(query: C['query']): Position },
): PageRequest<Position> {
  return { after: cursor.position(call.query), limit: sizeOf(call) + 1 };
}

async function presentPage<C extends ListCall, Position, Row extends Key, Key, Item, Next>(
  call: C,
  { cursor, present }: Presented<C, Position, Row, Key, Item, Next>,
  found: Rows<Row, Key>,
): Promise<ListPage<Item, Next>> {
  const size = sizeOf(call);
  const { rows, scannedTo } = 'rows' in found ? found : { rows: found, scannedTo: undefined };
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : scannedTo;
  return {
    items: await present(call, shown),
    next_page_params: last === undefined ? null : cursor.next(last, size, rows[size]),
  };
}
