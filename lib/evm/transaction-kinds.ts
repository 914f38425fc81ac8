/** Transaction kinds in display order; a transaction may have several or none. */
export const TRANSACTION_KINDS = [
  'coin_transfer',
  'contract_call',
  'contract_creation',
  'token_creation',
  'token_transfer',
  'blob_transaction',
  'set_code_transaction',
] as const;
/** A transaction kind. */
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];
