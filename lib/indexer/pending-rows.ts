import { recoverAuthority } from '@/lib/evm/recover-authority';
import type { SignedTransaction } from '@/lib/rpc/transaction';

/** A row of `pending_transactions` as it is first written; times in Unix milliseconds by our clock. */
export type PendingRow = {
  hash: Buffer;
  type: number;
  from_address: Buffer;
  to_address: Buffer | null;
  nonce: bigint;
  value: bigint;
  input: Buffer;
  gas_limit: bigint;
  gas_price: bigint | null;
  max_fee_per_gas: bigint | null;
  max_priority_fee_per_gas: bigint | null;
  max_fee_per_blob_gas: bigint | null;
  blob_versioned_hashes: readonly Buffer[] | null;
  first_seen: number;
  looked_before: number;
  last_seen: number;
};

/** A row of `pending_authorizations`. */
export type PendingAuthorizationRow = {
  hash: Buffer;
  index: number;
  chain_id: bigint;
  address: Buffer;
  nonce: bigint;
  y_parity: bigint;
  r: bigint;
  s: bigint;
  authority: Buffer | null;
};

/** The columns in the order they are written. */
export const PENDING_COLUMNS = [
  ...(['hash', 'type', 'from_address', 'to_address', 'nonce', 'value', 'input', 'gas_limit'] as const),
  ...(['gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas', 'max_fee_per_blob_gas'] as const),
  ...(['blob_versioned_hashes', 'first_seen', 'looked_before', 'last_seen'] as const),
] as const satisfies readonly (keyof PendingRow)[];

/** The columns in the order they are written. */
export const PENDING_AUTHORIZATION_COLUMNS = [
  ...(['hash', 'index', 'chain_id', 'address', 'nonce', 'y_parity', 'r', 's', 'authority'] as const),
] as const satisfies readonly (keyof PendingAuthorizationRow)[];

/** The row of a transaction that was found at `seenAt`, and not by the look that began at `lookedBefore`. */
export function decodePendingRow(
  transaction: SignedTransaction,
  times: Readonly<{ seenAt: number; lookedBefore: number }>,
): PendingRow {
  return {
    hash: transaction.hash,
    type: transaction.type,
    from_address: transaction.from,
    to_address: transaction.to,
    nonce: transaction.nonce,
    value: transaction.value,
    input: transaction.input,
    gas_limit: transaction.gasLimit,
    // the most it would pay: some nodes name another price while it waits
    gas_price: transaction.maxFeePerGas ?? transaction.gasPrice,
    max_fee_per_gas: transaction.maxFeePerGas,
    max_priority_fee_per_gas: transaction.maxPriorityFeePerGas,
    max_fee_per_blob_gas: transaction.maxFeePerBlobGas,
    blob_versioned_hashes: transaction.blobVersionedHashes,
    first_seen: times.seenAt,
    looked_before: times.lookedBefore,
    last_seen: times.seenAt,
  };
}

/** The rows of a transaction's authorizations, with who signed them. */
export async function decodePendingAuthorizations({
  hash,
  authorizations,
}: SignedTransaction): Promise<PendingAuthorizationRow[]> {
  const authorities = await Promise.all(authorizations.map(recoverAuthority));
  return authorizations.map((authorization, index) => ({
    hash,
    index,
    chain_id: authorization.chainId,
    address: authorization.address,
    nonce: authorization.nonce,
    y_parity: authorization.yParity,
    r: authorization.r,
    s: authorization.s,
    authority: authorities[index] ?? null,
  }));
}
