import type { z } from 'zod';
import type { List } from '@/components/layout/list-page';
import { call, callExtra, callPath } from '@/lib/client/call';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { withQuery } from '@/lib/format/link';

/** The query of a page, as passed by Next. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;
type Answer = Readonly<{
  items: readonly unknown[];
  next_page_params: Readonly<Record<string, unknown>> | null;
}>;
type Text = Readonly<Record<string, string>>;

/** What a list belongs to: the request for it, and the path of its page. */
type Page<P extends Fields> = Readonly<{
  where: Readonly<{ chain: string; params: z.input<P> }>;
  path: string;
}>;
type Options = Readonly<{
  /** Last segment of the list's path, if it has a page of its own. */
  tab?: string;
  searchParams: Promise<SearchParams>;
  /** Parameters preserved across pages. */
  filters?: readonly string[];
  /** API parameters that the page does not accept. */
  ignored?: readonly string[];
  /** Cursor fields already implied by the path. */
  implied?: Text;
  /** For lists that some API servers lack: a rejected request yields no page instead of an error. */
  isOptional?: boolean;
}>;

/** Fetches the list page of the URL, dropping parameters the API would reject. Throws AppError like `call`. */
export async function loadList<P extends Fields, Q extends Fields, A extends Answer>(
  endpoint: Endpoint<P, Q, z.ZodType<A>>,
  page: Page<P>,
  options: Options,
): Promise<List<A>> {
  const { tab, filters = [], implied = {} } = options;
  const path = tab === undefined ? page.path : `${page.path}/${tab}`;
  const given = readQuery(endpoint.query, await options.searchParams, options.ignored);
  const kept = pick(given, (name) => name === 'items_count' || filters.includes(name));
  const isFirst = Object.keys(kept).length === Object.keys(given).length;
  const query = { ...given, ...(isFirst ? {} : implied) };
  const request = { ...page.where, ...(isQuery(endpoint.query, query) ? { query } : {}) };
  const answer = await (options.isOptional ? callExtra : call)(endpoint, request);
  const { items_count: _, ...cursor } = pick(answer?.next_page_params ?? {}, (name) => !(name in implied));
  return {
    path,
    page: answer,
    items: answer?.items ?? [],
    query,
    kept,
    isFirst,
    isFiltered: Object.keys(kept).some((name) => name !== 'items_count'),
    call: callPath(endpoint, request),
    first: isFirst ? undefined : withQuery(path, kept),
    // the API's cursor echoes its page size but not the filters
    next: answer?.next_page_params ? withQuery(path, { ...cursor, ...kept }) : undefined,
  };
}

/** The URL's parameters that are valid for an endpoint. */
function readQuery(schema: Fields, searchParams: SearchParams, ignored: readonly string[] = []): Text {
  const given = Object.entries(schema.shape).flatMap(([name, field]) => {
    const text = searchParams[name];
    const isGiven = typeof text === 'string' && !ignored.includes(name) && field.safeParse(text).success;
    return isGiven ? [[name, text] as const] : [];
  });
  return Object.fromEntries(given);
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
  return withQuery(list.path, { ...list.kept, [cursor]: previous >= count ? undefined : previous });
}

function pick<T>(from: Readonly<Record<string, T>>, isWanted: (name: string) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));
}
