/** The kinds of a call inside a transaction, as lists name them. */
export const INTERNAL_TYPES = [
  'call',
  'callcode',
  'delegatecall',
  'staticcall',
  'create',
  'create2',
  'selfdestruct',
] as const;
/** One kind of a call inside a transaction. */
export type InternalType = (typeof INTERNAL_TYPES)[number];

/** How many calls of one transaction are kept. */
export const MAX_CALLS = 10_000;
