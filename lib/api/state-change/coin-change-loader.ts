import type { z } from 'zod';
import { completeBalances, loadListedChanges } from '@/lib/api/access-list/change-loader';
import type { CallContext } from '@/lib/api/implement';
import { loadCoinMoves } from '@/lib/api/net-change/coin-move-loader';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { listStateChanges } from '@/lib/endpoints/state-change';
import { sumMoves } from '@/lib/evm/coin-moves';
import { message } from '@/lib/messages/message';
import type { CoinChange } from './present';

type Page = z.output<typeof listStateChanges.response>;

/** The coin balances that a transaction changed. Those of an access list lack what was before; see `completeCoinChanges`. */
export type CoinChanges = Pick<Page, 'source' | 'is_proven' | 'meta'> &
  Readonly<{ changes: readonly CoinChange[]; feeRecipient: Buffer }>;

const COMPUTED: Page['meta'] = { status: 'computed', ...message('balances_computed') };
const INCOMPLETE: Page['meta'] = { status: 'partial', ...message('balances_unknown') };

/** Loads the changes from the access list, else from the node's state diff, else from value, fee and traced calls. */
export async function loadCoinChanges(context: CallContext, row: TransactionRow): Promise<CoinChanges> {
  const { db, services } = context;
  const [listed, coins] = await Promise.all([loadListedChanges(context, row), loadCoinMoves(context, row)]);
  const { feeRecipient } = coins;
  if (listed) {
    const changes = listed.changes.flatMap(({ address, balance }) =>
      balance ? [toChange(address, { ...balance, before: balance.before ?? null })] : [],
    );
    return { changes, source: 'access_list', is_proven: listed.isProven, meta: null, feeRecipient };
  }
  const traced = await services.traces.stateDiff(db.chainId, row.hash);
  if (traced.kind === 'answered') {
    const changes = traced.value.balances.map(({ address, ...balances }) => toChange(address, balances));
    return { changes, source: 'node', is_proven: false, meta: null, feeRecipient };
  }
  return {
    changes: sumMoves(coins.moves).map((sum) => ({ ...sum, balances: null })),
    source: 'computed',
    is_proven: false,
    meta: coins.isComplete ? COMPUTED : INCOMPLETE,
    feeRecipient,
  };
}

/** Adds the balances before, as far as they are known, to changes that an access list has. */
export async function completeCoinChanges(
  context: CallContext,
  changes: readonly CoinChange[],
  { height, isProven }: Readonly<{ height: number; isProven: boolean }>,
): Promise<CoinChange[]> {
  const listed = changes.flatMap(({ address, balances }) =>
    balances ? [{ address, before: balances.before ?? undefined, after: balances.after }] : [],
  );
  const whole = await completeBalances(context, listed, { height, isProven });
  return whole.flatMap(({ isBeforeProven, ...balances }, at) => {
    const address = listed[at]?.address;
    return address ? [{ ...toChange(address, balances), isBeforeProven }] : [];
  });
}

function toChange(
  address: Buffer,
  { before, after }: Readonly<{ before: bigint | null; after: bigint }>,
): CoinChange {
  return { address, change: before === null ? null : after - before, balances: { before, after } };
}
