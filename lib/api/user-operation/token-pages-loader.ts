import type { CallContext } from '@/lib/api/implement';

type PageQuery = { page_token?: string | undefined; page_size?: bigint | undefined };

/** The call for a page whose size is called `page_size`. */
export const sized = <C extends CallContext & { query: PageQuery }>({ query, ...call }: C) => ({
  ...call,
  query: { ...query, limit: query.page_size },
});

/** A cursor in one text, `page_token`. */
export function byToken<Position, Key>(
  parse: (text: string) => Position,
  write: (key: Key) => string,
): { position(query: PageQuery): Position | undefined; next(last: Key, size: number): NextToken } {
  return {
    position: ({ page_token }) => (page_token === undefined ? undefined : parse(page_token)),
    next: (last, page_size) => ({ page_token: write(last), page_size }),
  };
}

/** Where the next page of such a list is. */
export type NextToken = { page_token: string; page_size: number };
