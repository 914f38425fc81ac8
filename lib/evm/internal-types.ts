/** Types of internal transactions. */
export const INTERNAL_TYPES = [
  'call',
  'callcode',
  'delegatecall',
  'staticcall',
  'create',
  'create2',
  'selfdestruct',
] as const;
/** Type of an internal transaction. */
export type InternalType = (typeof INTERNAL_TYPES)[number];

/** Maximum number of stored calls per transaction. */
export const MAX_CALLS = 10_000;
