import { getAddress, getAddressCounters, getAddressTabsCounters } from '@/lib/endpoints/address';
import { hexToBuffer } from '@/lib/evm/hex';
import { countAddressEntries, findAddresses, getAddressInfo } from '@/lib/queries/address';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { countAddressInternals } from '@/lib/queries/internal-transaction';
import { findTokens } from '@/lib/queries/token';
import { countAddressWithdrawals } from '@/lib/queries/withdrawal';
import { type CallContext, implement } from '../implement';
import { loadAddresses } from '../loaders/mentions';
import { presentAddressInfo, presentGasUsage } from '../present/address';
import { presentToken } from '../present/token';

/** Counts of tabs stop here: one more than a page. */
const MAX_COUNTED = 51;
/** Full nodes keep the state of about 128 blocks. */
const STATE_DEPTH = 100;

/** GET /addresses/{address}. */
export const addressOperation = implement(getAddress, async ({ params, ...context }) => {
  const { db } = context;
  const address = hexToBuffer(params.address_hash_param);
  const [row, addresses, [token], entries, withdrawals, balance] = await Promise.all([
    getAddressInfo(db, address),
    loadAddresses(db, [address]),
    findTokens(db, [address]),
    countAddressEntries(db, address, 1),
    countAddressWithdrawals(db, address, 1),
    readBalance(context, address),
  ]);
  void context.services.lookUp(db.chainId, [
    address,
    addresses.get(address.toString('hex'))?.implementation ?? null,
  ]);
  return presentAddressInfo(row, {
    address,
    addresses,
    token: token ? presentToken(token) : null,
    entries: { ...entries, withdrawals },
    ...balance,
  });
});

/** GET /addresses/{address}/counters. */
export const addressCountersOperation = implement(getAddressCounters, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [row, [known]] = await Promise.all([getAddressInfo(db, address), findAddresses(db, [address])]);
  return {
    transactions_count: String(row.transactions),
    token_transfers_count: String(row.token_transfers),
    gas_usage_count: presentGasUsage(row, known?.is_contract ?? false),
    validations_count: String(row.blocks),
  };
});

/** GET /addresses/{address}/tabs-counters. */
export const addressTabsCountersOperation = implement(getAddressTabsCounters, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [row, entries, calls, withdrawals, state] = await Promise.all([
    getAddressInfo(db, address),
    countAddressEntries(db, address, MAX_COUNTED),
    countAddressInternals(db, address, MAX_COUNTED),
    countAddressWithdrawals(db, address, MAX_COUNTED),
    findIndexerState(db),
  ]);
  return {
    transactions_count: Math.min(row.transactions, MAX_COUNTED),
    token_transfers_count: Math.min(row.token_transfers, MAX_COUNTED),
    token_balances_count: entries.tokens,
    logs_count: entries.logs,
    validations_count: Math.min(row.blocks, MAX_COUNTED),
    internal_transactions_count: state?.has_traces ? calls : null,
    withdrawals_count: withdrawals,
  };
});

/** The balance at the tip while nodes keep its state, else the latest one. */
async function readBalance({ db, services }: CallContext, address: Buffer) {
  const state = await findIndexerState(db);
  const tip = state?.tip_number ?? null;
  const isRecent = tip !== null && (state?.remote_head ?? tip) - tip <= STATE_DEPTH;
  const balanceHeight = isRecent ? tip : null;
  const balance = await services.coinBalance(db.chainId, address, balanceHeight ?? 'latest');
  return { balance, balanceHeight };
}
