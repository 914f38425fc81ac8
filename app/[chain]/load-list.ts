import type { z } from 'zod';
import type { List } from '@/components/layout/list-page';
import { call, callExtra, callPath } from '@/lib/client/call';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { withQuery } from '@/lib/format/link';

/** The query of a page, as Next gives it. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

type Fields = z.ZodObject<Readonly<Record<string, z.ZodType>>>;
type Answer = Readonly<{
  items: readonly unknown[];
  next_page_params: Readonly<Record<string, unknown>> | null;
}>;
type Text = Readonly<Record<string, string>>;

type Source<P extends Fields> = Readonly<{
  chain: string;
  params: z.input<P>;
  /** The page of the list, where its cursor and filters stand in the query. */
  path: string;
  searchParams: Promise<SearchParams>;
  /** Parameters that stay from page to page. */
  filters?: readonly string[];
  /** Parameters that only the API has. */
  ignored?: readonly string[];
  /** Parts of the cursor that the path has already. */
  implied?: Text;
  /** For a list that not every service has: a refusal means that there is none. */
  isOptional?: boolean;
}>;

/**
 * Fetches the page of a list that a URL asks for. Parameters that the API would not understand are left out, so that
 * a mistyped one gives the list and no error. Throws AppError like `call`.
 */
export async function loadList<P extends Fields, Q extends Fields, A extends Answer>(
  endpoint: Endpoint<P, Q, z.ZodType<A>>,
  source: Source<P>,
): Promise<List<A>> {
  const { chain, params, path, filters = [], implied = {} } = source;
  const given = readQuery(endpoint.query, await source.searchParams, source.ignored);
  const kept = pick(given, (name) => name === 'items_count' || filters.includes(name));
  const isFirst = Object.keys(kept).length === Object.keys(given).length;
  const query = { ...given, ...(isFirst ? {} : implied) };
  const request = { chain, params, ...(isQuery(endpoint.query, query) ? { query } : {}) };
  const page = await (source.isOptional ? callExtra : call)(endpoint, request);
  const { items_count: _, ...cursor } = pick(page?.next_page_params ?? {}, (name) => !(name in implied));
  return {
    path,
    page,
    items: page?.items ?? [],
    query,
    kept,
    isFirst,
    isFiltered: Object.keys(kept).some((name) => name !== 'items_count'),
    call: callPath(endpoint, request),
    first: isFirst ? undefined : withQuery(path, kept),
    // the API gives back its size of a page, which is ours only when the URL asks for it, and no filters
    next: page?.next_page_params ? withQuery(path, { ...cursor, ...kept }) : undefined,
  };
}

/** The parameters of a URL that an endpoint understands. */
function readQuery(schema: Fields, searchParams: SearchParams, ignored: readonly string[] = []): Text {
  const given = Object.entries(schema.shape).flatMap(([name, field]) => {
    const text = searchParams[name];
    const isGiven = typeof text === 'string' && !ignored.includes(name) && field.safeParse(text).success;
    return isGiven ? [[name, text] as const] : [];
  });
  return Object.fromEntries(given);
}

/** Whether text is what an endpoint takes. */
function isQuery<Q extends Fields>(schema: Q, query: Text): query is Text & z.input<Q> {
  return schema.safeParse(query).success;
}

const PAGE_SIZE = 50;

/**
 * Leads to the page before this one in a list whose cursor is one number that counts down without a gap; `count` is
 * how many numbers there are. Undefined on the first page.
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
