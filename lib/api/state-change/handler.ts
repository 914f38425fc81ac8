import type { z } from 'zod';
import { loadAddressesOf, loadTokensOf } from '@/lib/api/address/mention-loader';
import { loadTokenBalances } from '@/lib/api/holding/token-balance-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { toIndex } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { listTransactionTransfers, type TokenTransferRow } from '@/lib/api/token-transfer/query';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { listStateChanges, type StateChange } from '@/lib/endpoints/state-change';
import { hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import { type CoinChanges, completeCoinChanges, loadCoinChanges } from './coin-change-loader';
import {
  type CoinChange,
  presentCoinChange,
  presentTokenChange,
  sumTransfers,
  type TokenChange,
} from './present';

const MAX_TRANSFERS = 5_000;

type Page = z.output<typeof listStateChanges.response>;
type Meta = Page['meta'];

/** GET /transactions/{hash}/state-changes. */
export const stateChangesOperation = implement(listStateChanges, async (call) => {
  const { db } = call;
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(db, hash);
  if (!row) return emptyIfUnindexed(call, hash, (isMined) => noneWith(isMined ? UNINDEXED : null));
  const [coins, transfers] = await Promise.all([
    loadCoinChanges(call, row),
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
        { coins, block_number: row.block_number, transfers },
      ),
  });
  const isUnknown = page.items.some(({ type, balance_before }) => type === 'coin' && balance_before === null);
  const note = coins.source === 'access_list' && isUnknown ? BEFORE_UNKNOWN : coins.meta;
  const { source, is_proven } = coins;
  return { ...page, source, is_proven, meta: isTruncated ? TRUNCATED : note };
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
  context: CallContext,
  changes: readonly (CoinChange | TokenChange)[],
  around: Readonly<{ block_number: number; coins: CoinChanges; transfers: readonly TokenTransferRow[] }>,
): Promise<StateChange[]> {
  const { db } = context;
  const { source, is_proven: isProven, feeRecipient: miner } = around.coins;
  const ofTokens = changes.filter((change) => 'token_address' in change);
  const ofCoin = changes.filter((change) => 'balances' in change);
  const state = { height: around.block_number, isProven };
  const [addresses, tokens, coins] = await Promise.all([
    loadAddressesOf(db, changes, ({ address }) => address),
    loadTokensOf(db, ofTokens),
    source === 'access_list' ? completeCoinChanges(context, ofCoin, state) : ofCoin,
  ]);
  const shared = { addresses, tokens, miner };
  const balances = await loadTokenBalances(db, ofTokens, { ...around, tokens });
  // coin comes before tokens on every page
  return [
    ...coins.map((change) => presentCoinChange(change, shared)),
    ...ofTokens.map((change) => presentTokenChange(change, balances.get(change) ?? null, shared)),
  ];
}

const noneWith = (meta: Meta): Page => ({
  ...{ items: [], next_page_params: null, source: null, is_proven: false },
  meta,
});
const UNINDEXED: Meta = { status: 'partial', ...message('block_not_indexed') };
const TRUNCATED: Meta = {
  status: 'partial',
  ...message('token_balances_omitted', { limit: MAX_TRANSFERS }),
};
const BEFORE_UNKNOWN: Meta = { status: 'partial', ...message('balances_before_unknown') };
