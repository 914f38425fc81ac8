/** The kinds a transaction may be of, in the order in which they are listed: one may be of several, or of none. */
export const TRANSACTION_KINDS = [
  'coin_transfer',
  'contract_call',
  'contract_creation',
  'token_creation',
  'token_transfer',
  'blob_transaction',
  'set_code_transaction',
] as const;
/** One kind of transaction. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
