import type { z } from 'zod';
import { listStateChanges, type StateChange } from '@/lib/endpoints/state-change';
import { type CoinMove, sumMoves } from '@/lib/evm/computed-changes';
import { hexToBuffer } from '@/lib/evm/hex';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { findBlock } from '@/lib/queries/block';
import { listInternalMoves } from '@/lib/queries/coin-move';
import { listTransactionTransfers, type TokenTransferRow } from '@/lib/queries/token-transfer';
import { findTransaction, type TransactionRow } from '@/lib/queries/transaction';
import { toIndex } from '../cursors';
import { type CallContext, implement } from '../implement';
import { readPage } from '../implement-list';
import { loadAddresses, loadTokens } from '../loaders/mentions';
import { emptyIfKnown } from '../loaders/pending-transaction';
import { loadTokenBalances } from '../loaders/token-balance';
import {
  type CoinChange,
  presentCoinChange,
  presentTokenChange,
  sumTransfers,
  type TokenChange,
} from '../present/state-change';
import { presentGas } from '../present/transaction-gas';

const MAX_TRANSFERS = 5_000;

type Meta = { status: 'computed' | 'partial'; message: string } | null;

/** GET /transactions/{hash}/state-changes. */
export const stateChangesOperation = implement(listStateChanges, async (call) => {
  const { db } = call;
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(db, hash);
  if (!row) return emptyIfKnown(call, hash, (isMined) => noneWith(isMined ? UNINDEXED : null));
  const [coins, transfers, block] = await Promise.all([
    readCoinChanges(call, row),
    listTransactionTransfers(db, hash, { start: undefined, types: [], limit: MAX_TRANSFERS + 1 }),
    findBlock(db, { number: row.block_number }),
  ]);
  const isTruncated = transfers.length > MAX_TRANSFERS;
  const all = [...coins.changes, ...(isTruncated ? [] : sumTransfers(transfers))];
  const miner = block?.miner ?? ZERO_ADDRESS;
  const page = await readPage(call, {
    cursor: byCount,
    read: async (_, { after: start, limit }) =>
      all.slice(start, start + limit).map((change, at) => ({ change, count: start + at + 1 })),
    present: (context, rows) =>
      presentChanges(
        context,
        rows.map(({ change }) => change),
        { block_number: row.block_number, miner, transfers },
      ),
  });
  return { ...page, meta: isTruncated ? TRUNCATED : coins.meta };
});

/** Changes are recomputed for each page, so the cursor is an offset. */
const byCount = {
  position: ({ state_changes, state_changes_count }: z.output<typeof listStateChanges.query>) =>
    toIndex(state_changes_count ?? state_changes ?? 0n),
  next: ({ count: state_changes_count }: { count: number }, items_count: number) => ({
    state_changes_count,
    items_count,
  }),
};

async function presentChanges(
  { db }: CallContext,
  changes: readonly (CoinChange | TokenChange)[],
  around: Readonly<{ block_number: number; miner: Buffer; transfers: readonly TokenTransferRow[] }>,
): Promise<StateChange[]> {
  const ofTokens = changes.filter((change) => 'token_address' in change);
  const [addresses, tokens] = await Promise.all([
    loadAddresses(
      db,
      changes.map(({ address }) => address),
    ),
    loadTokens(
      db,
      ofTokens.map(({ token_address }) => token_address),
    ),
  ]);
  const shared = { addresses, tokens, miner: around.miner };
  const balances = await loadTokenBalances(db, ofTokens, { ...around, tokens });
  return changes.map((change) =>
    'token_address' in change
      ? presentTokenChange(change, balances.get(change) ?? null, shared)
      : presentCoinChange(change, shared),
  );
}

const noneWith = (meta: Meta) => ({ items: [], next_page_params: null, meta });
const UNINDEXED: Meta = { status: 'partial', message: 'The block of this transaction is not indexed yet.' };
const TRUNCATED: Meta = {
  status: 'partial',
  message: `Token balances are left out: there are more than ${MAX_TRANSFERS} transfers.`,
};
const COMPUTED: Meta = {
  status: 'computed',
  message: 'The node does not tell balances: the changes are added up from value, fee and traced calls.',
};
const INCOMPLETE: Meta = {
  status: 'partial',
  message: 'The node tells neither balances nor all calls: only value and fee are known.',
};

async function readCoinChanges(
  context: CallContext,
  row: TransactionRow,
): Promise<{ changes: CoinChange[]; meta: Meta }> {
  const { db, services } = context;
  const traced = await services.traces.balances(db.chainId, row.hash);
  if (traced.kind === 'answered') {
    const changes = traced.value.map(({ address, before, after }) => ({
      address,
      change: after - before,
      balances: { before, after },
    }));
    return { changes, meta: null };
  }
  const count = row.internal_transactions_count;
  const isComplete = count !== null ? count <= MAX_CALLS : isPlainTransfer(row);
  const calls = await listInternalMoves(db, row.hash, MAX_CALLS);
  const inner = calls.map(({ from_address: from, to_address: to, value }) => ({
    from,
    to,
    value: BigInt(value),
  }));
  const changes = sumMoves([...ownMoves(row), ...inner]);
  return {
    changes: changes.map((sum) => ({ ...sum, balances: null })),
    meta: isComplete ? COMPUTED : INCOMPLETE,
  };
}

/** Value and fee; who receives the fee differs between chains and is left out. */
function ownMoves(row: TransactionRow): CoinMove[] {
  const fee =
    BigInt(presentGas(row).fee.value ?? 0) + BigInt(row.blob_gas_used ?? 0) * BigInt(row.blob_gas_price ?? 0);
  const paid = { from: row.from_address, to: null, value: fee };
  const to = row.to_address ?? row.created_contract;
  if (row.status === 0 || to === null) return [paid];
  return [{ from: row.from_address, to, value: BigInt(row.value) }, paid];
}

/** With the intrinsic gas only, no code ran. */
function isPlainTransfer(row: TransactionRow): boolean {
  return row.input.length === 0 && row.gas_used === '21000';
}
