import type { z } from 'zod';
import type { List } from '@/components/layout/list-page';
import { callPath, callUnlessRejected } from '@/lib/client/call';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { withQuery } from '@/lib/format/link';
import type { ReadField } from '@/lib/format/list-field';
import { pick, readListUrl } from '@/lib/format/list-url';

/** The query of a page, as passed by Next. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;
type Answer = Readonly<{
  items: readonly unknown[];
  next_page_params: Readonly<Record<string, unknown>> | null;
  /** `search_from`: where a search that has found nothing continues. */
  meta?: Readonly<{ search_from?: Readonly<Record<string, string>> | undefined }> | null | undefined;
}>;
type Text = Readonly<Record<string, string>>;

/** The owner of a list: the request for it, and the path of its page. */
type Page<P extends Fields> = Readonly<{
  where: Readonly<{ chain: string; params: z.input<P> }>;
  path: string;
}>;
type Options<A extends Answer> = Readonly<{
  /** Last segment of the list's path, if it has a page of its own. */
  tab?: string;
  searchParams: Promise<SearchParams>;
  /** Parameters preserved across pages. */
  filters?: readonly string[];
  /** API parameters that the page does not accept. */
  ignored?: readonly string[];
  /** Cursor fields already implied by the path. */
  implied?: Text;
  /** API parameters of every page of the list. */
  fixed?: Text;
  /** Fields of the page's form, and the parameters of the API that they stand for. */
  fields?: Readonly<Record<string, ReadField>>;
  /** The cursor behind an item, for lists that the API gives in both orders: they have links to previous pages. */
  positionOf?: (item: A['items'][number]) => Readonly<Record<string, unknown>> | undefined;
}>;

/** Parameters that leave no row out. */
const UNFILTERED = new Set(['items_count', 'order', 'columns']);

/**
 * Fetches the list page of the URL, dropping parameters the API would reject; no page if the API has no such list, or
 * finds a filter not valid of which only it knows. Throws AppError like `call`.
 */
export async function loadList<P extends Fields, Q extends Fields, A extends Answer>(
  endpoint: Endpoint<P, Q, z.ZodType<A>>,
  page: Page<P>,
  options: Options<A>,
): Promise<List<A>> {
  const searchParams = await options.searchParams;
  const listUrl = readListUrl(readQuery(endpoint.query, searchParams, options.ignored), searchParams, {
    ...options,
    hasPrevious: options.positionOf !== undefined,
  });
  const { params, isBack, isFirst } = listUrl;
  const path = options.tab === undefined ? page.path : `${page.path}/${options.tab}`;
  const request = {
    ...page.where,
    ...(isQuery(endpoint.query, listUrl.query) ? { query: listUrl.query } : {}),
  };
  const answer = await callUnlessRejected(endpoint, request);
  const items = isBack ? [...(answer?.items ?? [])].reverse() : (answer?.items ?? []);
  return {
    path,
    page: answer,
    items,
    query: listUrl.query,
    params,
    cursor: listUrl.cursor,
    rejected: listUrl.rejected,
    isFirst,
    isFiltered: Object.keys(params).some((name) => !UNFILTERED.has(name)),
    call: callPath(endpoint, request),
    first: isFirst ? undefined : withQuery(path, params),
    ...linkNeighbors({ path, listUrl, answer, items, options }),
  };
}

/** Links to the pages before and after. Going back reads in the opposite order. */
function linkNeighbors<A extends Answer>(page: {
  path: string;
  listUrl: ReturnType<typeof readListUrl>;
  answer: A | undefined;
  items: A['items'];
  options: Options<A>;
}): { next: string | undefined; previous: string | undefined } {
  const { path, listUrl, answer, items, options } = page;
  const { params, isBack, isFirst } = listUrl;
  const onwards = answer?.next_page_params ?? answer?.meta?.search_from;
  const { items_count: _, ...rest } = onwards ?? {};
  const cursor = pick(rest, (name) => !(name in (options.implied ?? {})));
  // the API's cursor echoes its page size but not the filters
  const onward = onwards ? { ...cursor, ...params } : undefined;
  const [first, last] = [items[0], items.at(-1)];
  const at = (item: A['items'][number] | undefined) =>
    item === undefined ? undefined : options.positionOf?.(item);
  const link = (query: Readonly<Record<string, unknown>> | undefined) => query && withQuery(path, query);
  if (isBack) {
    const after = at(last);
    return { previous: link(onward && { ...onward, back: 1 }), next: link(after && { ...after, ...params }) };
  }
  const before = isFirst ? undefined : at(first);
  return { previous: link(before && { ...before, ...params, back: 1 }), next: link(onward) };
}

/** The URL's parameters that are valid for an endpoint. */
function readQuery(schema: Fields, searchParams: SearchParams, ignored: readonly string[] = []): Text {
  const valid = Object.entries(schema.shape).flatMap(([name, field]) => {
    const text = searchParams[name];
    const isGiven = typeof text === 'string' && !ignored.includes(name) && field.safeParse(text).success;
    return isGiven ? [[name, text] as const] : [];
  });
  return Object.fromEntries(valid);
}

function isQuery<Q extends Fields>(schema: Q, query: Text): query is Text & z.input<Q> {
  return schema.safeParse(query).success;
}

const PAGE_SIZE = 50;

/**
 * Path of the previous page, for lists whose cursor is a number that counts down without gaps; `count` is how many
 * there are. Undefined on the first page.
 */
export function linkPrevious(list: List, cursor: string, count: number): string | undefined {
  const { [cursor]: at, items_count: size = PAGE_SIZE } = list.query;
  if (at === undefined) return undefined;
  const previous = Number(at) + Number(size);
  return withQuery(list.path, { ...list.params, [cursor]: previous >= count ? undefined : previous });
}
