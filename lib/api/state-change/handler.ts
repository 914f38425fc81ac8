import type { z } from 'zod';
import { completeChanges, type ListedChanges, loadListedChanges } from '@/lib/api/access-list/change-loader';
import { loadAddresses, loadAddressesOf, loadTokensOf } from '@/lib/api/address/mention-loader';
import { loadTokenBalances } from '@/lib/api/holding/token-balance-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { toIndex } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { listTransactionTransfers, type TokenTransferRow } from '@/lib/api/token-transfer/query';
import { emptyIfUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction, type TransactionRow } from '@/lib/api/transaction/query';
import { getStorageChanges, type StorageChanges } from '@/lib/endpoints/call-tree';
import { listStateChanges, type StateChange } from '@/lib/endpoints/state-change';
import type { AccountChange } from '@/lib/evm/block-access-list';
import { hexToBuffer } from '@/lib/evm/hex';
import { readDelegation } from '@/lib/evm/proxies';
import { message } from '@/lib/messages/message';
import { type CoinChanges, completeCoinChanges, loadCoinChanges } from './coin-change-loader';
import {
  type CoinChange,
  presentCoinChange,
  presentTokenChange,
  sumTransfers,
  type TokenChange,
} from './present';
import { loadSlotNames } from './slot-name-loader';
import { cutSlots, loadTracedSlots, MAX_ACCOUNTS, NO_ACCOUNTS, noteOf } from './slots-loader';
import {
  type ChangedAccount,
  type ListedSlots,
  presentAccountChange,
  presentListedSlots,
} from './storage-present';

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

/** GET /transactions/{hash}/storage-changes. */
export const storageChangesOperation = implement(getStorageChanges, async (call) => {
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(call.db, hash);
  if (!row)
    return emptyIfUnindexed(call, hash, (isMined) =>
      without(isMined ? 'block_not_indexed' : 'transaction_pending'),
    );
  const listed = await loadListedChanges(call, row);
  return listed ? presentListed(call, { listed, row }) : presentTraced(call, row);
});

const without = (code: Parameters<typeof message>[0]): StorageChanges => ({
  ...{ ...NO_ACCOUNTS, items: [], slots_count: 0, source: null },
  meta: { status: 'unavailable', ...message(code) },
});
const NO_DIFF = {
  refused: 'state_changes_refused',
  large: 'state_changes_too_large',
  unavailable: 'node_timeout',
} as const;

async function presentTraced({ db, services }: CallContext, row: TransactionRow): Promise<StorageChanges> {
  const diff = await services.traces.stateDiff(db.chainId, row.hash);
  return diff.kind === 'answered'
    ? loadTracedSlots(db, diff.value.storage, row)
    : without(NO_DIFF[diff.kind]);
}

type Listed = Readonly<{ listed: ListedChanges; row: TransactionRow }>;

async function presentListed(
  call: CallContext,
  { listed: { changes, isProven }, row }: Listed,
): Promise<StorageChanges> {
  const { shown, count } = cutSlots(changes);
  const changed = changes.filter(({ nonce, code }) => nonce || code);
  const state = { height: row.block_number, isProven };
  const [contracts, accounts] = await Promise.all([
    completeSlots(call, shown, state),
    completeAccounts(call, changed.slice(0, MAX_ACCOUNTS), { ...state, row }),
  ]);
  const codes = accounts.flatMap(({ code }) => [code?.before, code?.after]);
  const addresses = await loadAddresses(call.db, [
    ...[...contracts, ...accounts].map(({ address }) => address),
    ...codes.flatMap((code) => (code && readDelegation(code)) ?? []),
  ]);
  const slots = contracts.map((one) => ({ ...one, slots: one.slots.map(({ slot }) => slot) }));
  const namesOf = await loadSlotNames(call.db, slots, { row, addresses });
  const values = [
    ...contracts.flatMap(({ slots }) => slots),
    ...accounts.flatMap(({ nonce, code }) => [nonce, code]),
  ];
  const isBeforeKnown = values.every((value) => value?.before !== null);
  return {
    items: contracts.map((contract) => presentListedSlots(contract, { addresses, namesOf })),
    slots_count: count,
    accounts: accounts.map((account) => presentAccountChange(account, addresses)),
    accounts_count: changed.length,
    source: 'access_list',
    is_proven: isProven,
    meta: noteOf({ slots: count, accounts: changed.length, isBeforeKnown }),
  };
}

type State = Readonly<{ height: number; isProven: boolean }>;

async function completeSlots(
  { db, services }: CallContext,
  contracts: readonly Pick<AccountChange & { count: number }, 'address' | 'slots' | 'count'>[],
  { height, isProven }: State,
): Promise<ListedSlots[]> {
  const slots = contracts.flatMap(({ address, slots }) => slots.map((change) => ({ ...change, address })));
  const whole = await completeChanges(slots, isProven, (missing) =>
    services.accountState.slots(db.chainId, missing, height - 1),
  );
  const known = whole.map((change, at) => ({ ...change, slot: slots[at]?.slot ?? 0n }));
  let from = 0;
  return contracts.map(({ address, slots: { length }, count }) => {
    from += length;
    return { address, slots: known.slice(from - length, from), count };
  });
}

/** The sender's nonce before is that of its transaction. */
async function completeAccounts(
  { db, services }: CallContext,
  changes: readonly AccountChange[],
  { height, isProven, row }: State & Readonly<{ row: TransactionRow }>,
): Promise<ChangedAccount[]> {
  const nonces = changes.flatMap(({ address, nonce }) => {
    const own = address.equals(row.from_address) ? BigInt(row.nonce) : undefined;
    return nonce ? [{ ...nonce, before: own ?? nonce.before, address }] : [];
  });
  const codes = changes.flatMap(({ address, code }) => (code ? [{ ...code, address }] : []));
  const addressesOf = (missing: readonly { address: Buffer }[]) => missing.map(({ address }) => address);
  const { chainId } = db;
  const [wholeNonces, wholeCodes] = await Promise.all([
    completeChanges(nonces, isProven, (missing) =>
      services.accountState.nonces(chainId, addressesOf(missing), height - 1),
    ),
    completeChanges(codes, isProven, (missing) =>
      services.accountState.codes(chainId, addressesOf(missing), height - 1),
    ),
  ]);
  return changes.map(({ address }) => ({
    address,
    nonce: wholeNonces[nonces.findIndex((change) => change.address === address)] ?? null,
    code: wholeCodes[codes.findIndex((change) => change.address === address)] ?? null,
  }));
}
