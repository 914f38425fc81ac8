import type { CallContext } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { refuseUnavailable } from '@/lib/api/nodes/refuse-unavailable';
import type { Database } from '@/lib/db/open-database';
import type { Transaction } from '@/lib/endpoints/transaction';
import { decodeTransfers } from '@/lib/evm/decode-transfers';
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

/** Block and receipt of a mined transaction that is not indexed; null while it is pending. */
export function minedOf(found: Unindexed): Mined | null {
  return found.source === 'node' ? found.known.mined : null;
}

/** Presents a transaction without an indexed block. */
export async function presentUnindexed(context: CallContext, found: Unindexed): Promise<Transaction> {
  const { chainId } = context.db;
  const row = found.source === 'node' ? toRow(found.known) : found.row;
  const [loaded, authorizations] = await Promise.all([
    loadTransactionContext(context, [row]),
    readAuthorizations(context.db, found),
  ]);
  return withNames(context, (signatures) => {
    const shared = { ...loaded, signatures };
    const body = presentUnindexedTransaction(row, shared);
    return {
      ...body,
      token_transfers: [],
      token_transfers_overflow: decodeTransfers(minedOf(found)?.receipt.logs ?? []).length > 0,
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
