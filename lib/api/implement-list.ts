import type { z } from 'zod';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { Refusal } from './http/answer';
import { type Call, type CallContext, implement, type Operation } from './implement';

/** Items a page when the client does not say. */
export const PAGE_SIZE = 50;

/** How a query names a position in a list, and how a page's last row becomes `next_page_params`. */
type Cursor<Query, Position, Key, Next> = Readonly<{
  position(query: Query): Position;
  /** `beyond` is the first row of the next page, absent where a scan ended early. */
  next(last: Key, items_count: number, beyond: Key | undefined): Next;
}>;

/** Rows of which one may be beyond the page; or those of a scan that ended early, to be resumed at `scannedTo`. */
type Rows<Row, Key> = readonly Row[] | Readonly<{ rows: readonly Row[]; scannedTo: Key | undefined }>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;
type ListCall = CallContext & Readonly<{ query: { items_count?: bigint | undefined } }>;
type PageRequest<Position> = Readonly<{ after: Position; limit: number }>;

/** The body of a page; `next_page_params` is null on the last one. */
export type ListPage<Item, Next> = { items: Item[]; next_page_params: Next | null };

/** How a list is paged and presented. */
type Presented<Asked extends ListCall, Position, Row extends Key, Key, Item, Next> = Readonly<{
  cursor: Cursor<Asked['query'], Position, Key, Next>;
  present(call: Asked, rows: readonly Row[]): Promise<Item[]> | Item[];
}>;

/** A list, whose reader is asked for one row more than the page holds. */
export type List<Asked extends ListCall, Position, Row extends Key, Key, Item, Next> = Presented<
  Asked,
  Position,
  Row,
  Key,
  Item,
  Next
> &
  Readonly<{ read(call: Asked, page: PageRequest<Position>): Promise<Rows<Row, Key>> }>;

/** The same, whose reader may refuse, or return nothing for what is not found. */
type FallibleList<Asked extends ListCall, Position, Row extends Key, Key, Item, Next> = Presented<
  Asked,
  Position,
  Row,
  Key,
  Item,
  Next
> &
  Readonly<{
    read(call: Asked, page: PageRequest<Position>): Promise<Rows<Row, Key> | Refusal | undefined>;
  }>;

/** Binds a list to its endpoint. A reader that returns nothing answers 404. */
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

/** The page of a list that a call asks for, for operations that add something to it or choose between lists. */
export async function readPage<Asked extends ListCall, Position, Row extends Key, Key, Item, Next>(
  call: Asked,
  list: List<Asked, Position, Row, Key, Item, Next>,
): Promise<ListPage<Item, Next>> {
  return presentPage(call, list, await list.read(call, requestOf(call, list.cursor)));
}

const sizeOf = ({ query }: ListCall) => Number(query.items_count ?? PAGE_SIZE);

function requestOf<Asked extends ListCall, Position>(
  call: Asked,
  cursor: { position(query: Asked['query']): Position },
): PageRequest<Position> {
  return { after: cursor.position(call.query), limit: sizeOf(call) + 1 };
}

async function presentPage<Asked extends ListCall, Position, Row extends Key, Key, Item, Next>(
  call: Asked,
  { cursor, present }: Presented<Asked, Position, Row, Key, Item, Next>,
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
