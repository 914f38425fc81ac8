import type { z } from 'zod';
import { loadAddresses, loadTokens } from '@/lib/api/address/mention-loader';
import { loadTokenBalances } from '@/lib/api/holding/token-balance-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { toIndex } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { loadCoinMoves } from '@/lib/api/net-change/coin-move-loader';
import { listTransactionTransfers, type TokenTransferRow } from '@/lib/api/token-transfer/query';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction, type TransactionRow } from '@/lib/api/transaction/query';
import { listStateChanges, type StateChange } from '@/lib/endpoints/state-change';
import { sumMoves } from '@/lib/evm/coin-moves';
import { hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import {
  type CoinChange,
  presentCoinChange,
  presentTokenChange,
  sumTransfers,
  type TokenChange,
} from './present';

const MAX_TRANSFERS = 5_000;

type Meta = z.output<typeof listStateChanges.response>['meta'];

/** GET /transactions/{hash}/state-changes. */
export const stateChangesOperation = implement(listStateChanges, async (call) => {
  const { db } = call;
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(db, hash);
  if (!row) return emptyIfUnindexed(call, hash, (isMined) => noneWith(isMined ? UNINDEXED : null));
  const [coins, transfers] = await Promise.all([
    readCoinChanges(call, row),
    listTransactionTransfers(db, hash, { start: undefined, types: [], limit: MAX_TRANSFERS + 1 }),
  ]);
  const isTruncated = transfers.length > MAX_TRANSFERS;
  const all = [...coins.changes, ...(isTruncated ? [] : sumTransfers(transfers))];
  const page = await readPage(call, {
    cursor: byCount,
    read: async (_, { after: start, limit }) =>
      all.slice(start, start + limit).map((change, at) => ({ change, count: start + at + 1 })),
    present: (context, rows) =>
      presentChanges(
        context,
        rows.map(({ change }) => change),
        { block_number: row.block_number, miner: coins.feeRecipient, transfers },
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
const UNINDEXED: Meta = { status: 'partial', ...message('block_not_indexed') };
const TRUNCATED: Meta = {
  status: 'partial',
  ...message('token_balances_omitted', { limit: MAX_TRANSFERS }),
};
const COMPUTED: Meta = {
  status: 'computed',
  ...message('balances_computed'),
};
const INCOMPLETE: Meta = {
  status: 'partial',
  ...message('balances_unknown'),
};

async function readCoinChanges(
  context: CallContext,
  row: TransactionRow,
): Promise<{ changes: CoinChange[]; meta: Meta; feeRecipient: Buffer }> {
  const { db, services } = context;
  const [traced, coins] = await Promise.all([
    services.traces.stateDiff(db.chainId, row.hash),
    loadCoinMoves(context, row),
  ]);
  const { feeRecipient } = coins;
  if (traced.kind === 'answered') {
    const changes = traced.value.balances.map(({ address, before, after }) => ({
      address,
      change: after - before,
      balances: { before, after },
    }));
    return { changes, meta: null, feeRecipient };
  }
  return {
    changes: sumMoves(coins.moves).map((sum) => ({ ...sum, balances: null })),
    meta: coins.isComplete ? COMPUTED : INCOMPLETE,
    feeRecipient,
  };
}
