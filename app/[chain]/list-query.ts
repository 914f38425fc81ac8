import type { z } from 'zod';

/** The query of a page, as Next gives it. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** What a URL asks of a list. */
export type ListQuery = Readonly<{
  /** Everything, for the API. */
  query: Record<string, string>;
  /** What stays from page to page: filters and the size of a page. */
  kept: Record<string, string>;
  /** True on the first page: nothing says where to begin. */
  isFirst: boolean;
}>;

/**
 * Reads what a URL asks of a list whose query has this shape. Parameters that the API would not understand are left
 * out, so that a mistyped one gives the list and no error. `filters` are those that are no place in the list.
 */
export function readListQuery(
  shape: Readonly<Record<string, z.ZodType>>,
  searchParams: SearchParams,
  filters: readonly string[] = [],
): ListQuery {
  const given = Object.entries(shape).flatMap(([name, schema]) => {
    const text = searchParams[name];
    return typeof text === 'string' && schema.safeParse(text).success ? [[name, text] as const] : [];
  });
  const kept = given.filter(([name]) => name === 'items_count' || filters.includes(name));
  return {
    query: Object.fromEntries(given),
    kept: Object.fromEntries(kept),
    isFirst: kept.length === given.length,
  };
}

/** Where the pager of a list leads: back to its beginning, and on to what the API names as next. */
export function pageLinks(
  path: string,
  { kept, isFirst }: ListQuery,
  next: Readonly<Record<string, unknown>> | null | undefined,
): { first: string | undefined; next: string | undefined } {
  const { items_count: _, ...place } = next ?? {};
  return {
    first: isFirst ? undefined : `${path}${toQuery(kept)}`,
    // the API gives back its size of a page, which is ours only when the URL asks for it, and no filters
    next: next ? `${path}${toQuery({ ...place, ...kept })}` : undefined,
  };
}

/** Parameters as the query of a link. */
export function toQuery(params: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/**
 * The page before this one in a list whose places are numbered without a gap, counting down: `at` is the first number
 * that the page leaves out, `size` its length, `count` how many numbers there are. Undefined on the first page.
 */
export function previousPlace(
  at: number | undefined,
  size: number,
  count: number,
): { place: number | undefined } | undefined {
  if (at === undefined) return undefined;
  return { place: at + size >= count ? undefined : at + size };
}
