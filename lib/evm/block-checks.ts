/** The independent checks of a block against its own hash: `lib/proof/prove-block.ts`. */
export const BLOCK_CHECKS = [
  'header_hash',
  'uncles',
  'transaction_hashes',
  'transactions_root',
  'senders',
  'receipts_root',
  'logs_bloom',
  'receipt_fields',
  'withdrawals_root',
] as const;

/** The name of a check of a block. */
export type BlockCheck = (typeof BLOCK_CHECKS)[number];
