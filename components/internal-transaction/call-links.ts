import type { CALL_FILTERS } from '@/lib/endpoints/call-tree';
import { withQuery } from '@/lib/format/link';

/** A filter of the call tree. */
export type CallFilter = (typeof CALL_FILTERS)[number];

/** Where the call tree of a page is: its path, and the filter in its URL. */
export type CallTreeLink = Readonly<{
  path: string;
  chainId: string;
  only: CallFilter | undefined;
  /** The text that calls are searched for, and the depth from which on they are folded. */
  q?: string | undefined;
  depth?: string | undefined;
  /** No other page has the calls: links lead to those shown. */
  isAlone?: boolean;
}>;

/** Link within the page to a call and those inside it, its children from the one at `from` on. It works for every call. */
export function callHref(
  { only, q, depth, isAlone = false }: Omit<CallTreeLink, 'path' | 'chainId'>,
  index: number,
  from?: number,
): string {
  if (isAlone) return `#call-${index}`;
  return `${withQuery('', { call: index, from, only, q, depth })}#call-${index}`;
}
