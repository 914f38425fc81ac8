import type { z } from 'zod';
import { Refusal } from '@/lib/api/answer';
import { type Call, type CallContext, type Follow, implement, type Operation } from '@/lib/api/implement';
import type { Endpoint, SearchNote } from '@/lib/endpoints/endpoint';
import { message } from '@/lib/messages/message';

/** Default page size. */
export const PAGE_SIZE = 50;
/** Reads per page: a scan may match nothing, and `present` may leave out all rows. */
const MAX_READS = 20;

type Cursor<Query, Position, Key, Next> = Readonly<{
  position(query: Query): Position;
  /** `beyond` is the first row of the next page; absent when a scan ended early. */
  next(last: Key, items_count: number, beyond: Key | undefined): Next;
}>;

/**
 * One row more than the page holds if there are more; or the rows of a scan that stopped at `scannedTo`. `isFull`: the
 * page has no room for more than these.
 */
type Rows<Row, Key> =
  | readonly Row[]
  | Readonly<{ rows: readonly Row[]; scannedTo: Key | undefined; isFull?: boolean }>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;
type ListCall<Query> = CallContext & ListRequest<Query>;
type ListRequest<Query> = Readonly<{ query: Query & PageSize }> & Partial<Follow<Query & PageSize>>;
type PageSize = { items_count?: bigint | undefined; limit?: bigint | undefined };
type PageRequest<Position> = Readonly<{ after: Position; limit: number }>;

/** A page; `next_page_params` is null on the last one. */
export type ListPage<Item, Next> = { items: Item[]; next_page_params: Next | null };

/** A list. `read` fetches one row more than the page holds; what it returns may be wider, such as undefined for 404. */
type List<
  C,
  Query,
  Position,
  Row extends Key,
  Key,
  Item,
  Next extends object,
  Read = Rows<Row, Key>,
> = Readonly<{
  cursor: Cursor<Query, Position, Key, Next>;
  read(call: C, page: PageRequest<Position>): Promise<Read>;
  /** Reads for one page, where a read costs more than a query. */
  maxReads?: number;
  /** May leave out rows. */
  present(call: C, rows: readonly Row[]): Promise<Item[]> | Item[];
}>;

/** What an operation's answer has beside the page. */
type Extended<C, Item> = Readonly<{ extend?(call: C, items: readonly Item[]): Promise<object> }>;

/** What the reader of an operation's list returns; undefined for 404. */
type ReadResult<Row, Key> = Rows<Row, Key> | Refusal | undefined;

/** Binds a list to its endpoint. */
export function implementList<
  P extends Fields,
  Q extends Fields,
  Position,
  Row extends Key,
  Key,
  Item,
  Next extends object,
>(
  endpoint: Endpoint<P, Q, z.ZodType<unknown, ListPage<Item, Next>>>,
  list: Extended<Call<z.output<P>, z.output<Q>>, Item> &
    List<Call<z.output<P>, z.output<Q>>, z.output<Q>, Position, Row, Key, Item, Next, ReadResult<Row, Key>>,
): Operation {
  return implement(endpoint, async (call) => {
    const first = await list.read(call, requestOf(call.query, list.cursor));
    if (first === undefined || first instanceof Refusal) return first;
    const page = pageOf(await fillPage(call, list, first));
    return { ...page, ...(await list.extend?.(call, page.items)) };
  });
}

/** Reads and presents one page, for operations that add to it or choose between lists. */
export async function readPage<
  C extends ListCall<Query>,
  Query,
  Position,
  Row extends Key,
  Key,
  Item,
  Next extends object,
>(call: C, list: List<C, Query, Position, Row, Key, Item, Next>): Promise<ListPage<Item, Next>> {
  const first = await list.read(call, requestOf(call.query, list.cursor));
  return pageOf(await fillPage(call, list, first));
}

/** Like `readPage`, for a list that is searched; `meta` says where the search continues if it found nothing. */
export async function searchPage<
  C extends ListCall<Query>,
  Query,
  Position,
  Row extends Key,
  Key,
  Item,
  Next extends object,
>(
  call: C,
  list: List<C, Query, Position, Row, Key, Item, Next>,
): Promise<ListPage<Item, Next> & { meta: SearchNote }> {
  const first = await list.read(call, requestOf(call.query, list.cursor));
  return toSearchPage(await fillPage(call, list, first));
}

/** The page, and where the search continues if it found nothing. */
export function toSearchPage<Item, Next extends object>(
  filled: FilledPage<Item, Next>,
): ListPage<Item, Next> & { meta: SearchNote } {
  const page = pageOf(filled);
  if (filled.items.length > 0 || filled.next === undefined) return { ...page, meta: null };
  const search_from = Object.fromEntries(
    Object.entries(filled.next).flatMap(([name, value]) =>
      name === 'items_count' ? [] : [[name, String(value)]],
    ),
  );
  const found = message('search_limit', { query: String(new URLSearchParams(search_from)) });
  return { ...page, meta: { status: 'partial', ...found, search_from } };
}

/** Items of a page, by the name that the client uses. */
export function pageSizeOf({ items_count, limit }: PageSize): number {
  const size = items_count ?? limit ?? BigInt(PAGE_SIZE);
  return items_count === undefined && size > BigInt(PAGE_SIZE) ? PAGE_SIZE : Number(size);
}

type FilledPage<Item, Next> = { items: Item[]; next: Next | undefined };

/** A page without items has no next one. */
function pageOf<Item, Next>({ items, next }: FilledPage<Item, Next>): ListPage<Item, Next> {
  return { items, next_page_params: items.length === 0 ? null : (next ?? null) };
}

function requestOf<Query, Position>(
  query: Query & PageSize,
  cursor: { position(query: Query): Position },
  room = pageSizeOf(query),
): PageRequest<Position> {
  return { after: cursor.position(query), limit: room + 1 };
}

/**
 * Reads until the page is full or the list ends, so that rows which a scan skips or `present` leaves out do not make a
 * page short or empty. Follows its own cursor, as a client would, for at most `maxReads` reads.
 */
export async function fillPage<
  C extends ListRequest<Query>,
  Query,
  Position,
  Row extends Key,
  Key,
  Item,
  Next extends object,
>(
  call: C,
  list: List<C, Query, Position, Row, Key, Item, Next, ReadResult<Row, Key>>,
  first: Rows<Row, Key>,
): Promise<FilledPage<Item, Next>> {
  const { cursor, maxReads = MAX_READS } = list;
  const size = pageSizeOf(call.query);
  const items: Item[] = [];
  let found: ReadResult<Row, Key> = first;
  for (let reads = 1; found !== undefined && !(found instanceof Refusal); reads += 1) {
    const room = size - items.length;
    const { rows, scannedTo, isFull } = 'rows' in found ? found : { ...NO_SCAN, rows: found };
    items.push(...(await list.present(call, rows.slice(0, room))));
    const last = rows.length > room ? rows[room - 1] : scannedTo;
    if (last === undefined) break;
    const next = cursor.next(last, size, rows[room]);
    if (isFull || items.length >= size || reads === maxReads || !call.follow) return { items, next };
    found = await list.read(call, requestOf(call.follow(next), cursor, size - items.length));
  }
  return { items, next: undefined };
}

const NO_SCAN = { scannedTo: undefined, isFull: false };
