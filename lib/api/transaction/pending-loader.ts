import type { Refusal } from '@/lib/api/answer';
import type { CallContext } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { refuseForNow, refuseUnavailable } from '@/lib/api/nodes/refuse-unavailable';
import { presentTransfer } from '@/lib/api/token-transfer/present';
import { loadReceiptTransfers } from '@/lib/api/token-transfer/receipt-loader';
import { toTransferRows } from '@/lib/api/token-transfer/receipt-rows';
import type { Database } from '@/lib/db/open-database';
import type { Transaction } from '@/lib/endpoints/transaction';
import { hexToBuffer } from '@/lib/evm/hex';
import { recoverAuthority } from '@/lib/evm/recover-authority';
import type { Mined, NodeTransaction } from '@/lib/rpc/mined-transaction';
import type { SignedTransaction } from '@/lib/rpc/transaction';
import { authorizationRecord } from '@/lib/rpc/transaction-record';
import { presentCallInputs, presentNestedCalls, presentOtherGuesses } from './call-present';
import { loadTransactionContext } from './loader';
import { presentUnindexedTransaction, toRow } from './node-present';
import {
  findPendingTransaction,
  listPendingAuthorizations,
  type PendingTransactionRow,
} from './pending-query';
import { presentAuthorization } from './present';
import type { AuthorizationRow } from './query';
import { PREVIEW } from './whole-loader';

/** A transaction without an indexed block, from the stored mempool or the node. */
export type Unindexed = Readonly<
  { source: 'mempool'; row: PendingTransactionRow } | { source: 'node'; known: NodeTransaction }
>;

/**
 * Finds a transaction without an indexed block; undefined when the node does not know it either. Throws a refusal when the
 * node does not answer: it may be mined, and clients take 404 for dropped.
 */
export async function findUnindexed(
  { db, services }: CallContext,
  hash: Buffer,
): Promise<Unindexed | undefined> {
  const row = await findPendingTransaction(db, hash);
  if (row) return { source: 'mempool', row };
  const known = await services.nodeTransaction(db.chainId, hash);
  if (known === undefined || !('kind' in known)) return known && { source: 'node', known };
  if (known.why === 'absent') return undefined;
  throw refuseUnavailable(known);
}

/** A list's answer for a transaction without an indexed block: `empty(isMined)`; undefined if unknown. */
export async function emptyIfUnindexed<T>(
  context: CallContext,
  hash: Buffer,
  empty: (isMined: boolean) => T,
): Promise<T | undefined> {
  const found = await findUnindexed(context, hash);
  return found && empty(minedOf(found) !== null);
}

const RETRY_MS = 1_000;

/** Refuses what only the index has of a mined transaction that it has not come to. */
export function refuseUnindexed(): Refusal {
  return refuseForNow('The block of this transaction is not indexed yet', RETRY_MS);
}

/** The same for what cannot say that it is partial. Throws a refusal for a mined transaction: what it lacks is not absent. */
export async function emptyIfPending<T>(
  context: CallContext,
  hash: Buffer,
  empty: () => T,
): Promise<T | undefined> {
  return emptyIfUnindexed(context, hash, (isMined) => {
    if (isMined) throw refuseUnindexed();
    return empty();
  });
}

/** Block and receipt of a mined transaction that is not indexed; null while it is pending. */
export function minedOf(found: Unindexed): Mined | null {
  return found.source === 'node' ? found.known.mined : null;
}

/** Presents a transaction without an indexed block. */
export async function presentUnindexed(context: CallContext, found: Unindexed): Promise<Transaction> {
  const { chainId } = context.db;
  const row = found.source === 'node' ? toRow(found.known) : found.row;
  const transfers = toTransferRows(minedOf(found)?.receipt.logs ?? [], PREVIEW + 1);
  const [loaded, authorizations, moved] = await Promise.all([
    loadTransactionContext(context, [row]),
    readAuthorizations(context.db, found),
    'block_number' in row ? loadReceiptTransfers(context, row, transfers) : undefined,
  ]);
  return withNames(context, (signatures) => {
    const shared = { ...loaded, signatures };
    const body = presentUnindexedTransaction(row, shared);
    return {
      ...body,
      token_transfers: moved
        ? transfers.slice(0, PREVIEW).map((transfer) => presentTransfer(transfer, moved))
        : [],
      token_transfers_overflow: transfers.length > PREVIEW,
      failure: null,
      declared_inputs: presentCallInputs(body, { to_address: row.to_address, context: shared }),
      other_decoded_inputs: presentOtherGuesses({ input: hexToBuffer(body.raw_input) }, body, shared),
      created_contracts: [],
      ...presentNestedCalls(body, shared),
      authorization_list: authorizations.map((entry) => presentAuthorization(entry, chainId)),
    };
  });
}

async function readAuthorizations(db: Database, found: Unindexed): Promise<AuthorizationRow[]> {
  if (found.source === 'node') return recoverAuthorizations(found.known.transaction);
  return found.row.type === 4 ? listPendingAuthorizations(db, found.row.hash) : [];
}

function recoverAuthorizations({ authorizations }: SignedTransaction): Promise<AuthorizationRow[]> {
  return Promise.all(
    authorizations.map(async (entry) => authorizationRecord(entry, await recoverAuthority(entry), String)),
  );
}
