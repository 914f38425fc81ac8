import type { CALL_FILTERS } from '@/lib/endpoints/call-tree';
import { withQuery } from '@/lib/format/link';

/** A filter of the call tree. */
export type CallFilter = (typeof CALL_FILTERS)[number];

/** Where the call tree of a page is: its path, and the filter in its URL. */
export type CallTreeLink = Readonly<{
  path: string;
  chainId: string;
  only: CallFilter | undefined;
  /** No other page has the calls: links lead to those shown. */
  isAlone?: boolean;
}>;

/** Link within the page to a call and those inside it, its children from the one at `from` on. It works for every call. */
export function callHref(
  { only, isAlone = false }: Pick<CallTreeLink, 'only' | 'isAlone'>,
  index: number,
  from?: number,
): string {
  if (isAlone) return `#call-${index}`;
  return `${withQuery('', { call: index, from, only })}#call-${index}`;
}
