import type { NewRow } from '@/lib/db/tables';
import { recoverAuthority } from '@/lib/evm/recover-authority';
import type { SignedTransaction } from '@/lib/rpc/transaction';
import { authorizationRecord, pendingRecord } from '@/lib/rpc/transaction-record';

const unchanged = (value: bigint) => value;

/** The row of a transaction first seen at `seenAt`, after the poll that began at `lookedBefore` (Unix ms). */
export function decodePendingRow(
  transaction: SignedTransaction,
  { seenAt, lookedBefore }: Readonly<{ seenAt: number; lookedBefore: number }>,
): NewRow<'pending_transactions'> {
  return {
    ...pendingRecord(transaction, unchanged),
    first_seen: seenAt,
    looked_before: lookedBefore,
    last_seen: seenAt,
    left_at: null,
    replaced_by: null,
    replaced_in: null,
  };
}

/** The rows of a transaction's authorizations, with their signers. */
export async function decodePendingAuthorizations({
  hash,
  authorizations,
}: SignedTransaction): Promise<NewRow<'pending_authorizations'>[]> {
  return Promise.all(
    authorizations.map(async (authorization, index) => ({
      hash,
      index,
      ...authorizationRecord(authorization, await recoverAuthority(authorization), unchanged),
    })),
  );
}
