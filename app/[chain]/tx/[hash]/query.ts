import type { z } from 'zod';

/** The query of a page, as Next gives it. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/**
 * What a URL asks of a list: parameters that the API would not understand are left out, so that a mistyped one
 * gives the list and no error.
 */
export function readQuery(
  shape: Readonly<Record<string, z.ZodType>>,
  searchParams: SearchParams,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const text = searchParams[name];
    if (typeof text === 'string' && schema.safeParse(text).success) query[name] = text;
  }
  return query;
}

/** Parameters as the query of a link. */
export function toQuery(params: Readonly<Record<string, string | number | bigint | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
