import type { NewRow } from '@/lib/db/tables';

/** A contract created by a transaction: in its receipt, or through a factory, only in its trace. */
export type Creation = { address: Buffer; transaction_index: number; is_in_receipt: boolean };

/** All rows of one block, complete except for values that depend on the code of addresses. */
export type BlockRows = {
  block: NewRow<'blocks'>;
  transactions: NewRow<'transactions'>[];
  authorizations: NewRow<'transaction_authorizations'>[];
  logs: NewRow<'logs'>[];
  internal_transactions: NewRow<'internal_transactions'>[];
  withdrawals: NewRow<'withdrawals'>[];
  token_transfers: NewRow<'token_transfers'>[];
  token_instance_transfers: NewRow<'token_instance_transfers'>[];
  fhe_operations: NewRow<'fhe_operations'>[];
  fhe_handle_logs: NewRow<'fhe_handle_logs'>[];
  user_operations: NewRow<'user_operations'>[];
  /** One where the header commits to an access list. */
  access_lists: NewRow<'block_access_lists'>[];
  coin_balances: NewRow<'coin_balances'>[];
  creations: Creation[];
  /** Null for a block without a timestamp. New contracts and tokens are counted on write. */
  stats: NewRow<'block_stats'> | null;
};
