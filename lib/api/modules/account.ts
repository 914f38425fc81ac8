import { z } from 'zod';
import { withCalledAt } from '@/lib/api/address/delegate-loader';
import { loadAddresses, loadIndexerState, loadTokensOf } from '@/lib/api/address/mention-loader';
import { findBalanceHeight, loadCoinBalances } from '@/lib/api/coin-balance/loader';
import { loadKnownBalances, readAllBalances } from '@/lib/api/holding/balance-loader';
import { loadItemCounts } from '@/lib/api/holding/item-count-loader';
import { loadBalances } from '@/lib/api/holding/known-balance-loader';
import type { HoldingRow } from '@/lib/api/holding/query';
import { findStoredBalance } from '@/lib/api/holding/stored-balance-query';
import type { CallContext } from '@/lib/api/implement';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import { findInternalSummary, listInternalTransactions } from '@/lib/api/internal-transaction/query';
import { withNames } from '@/lib/api/names/loader';
import { presentToken, presentTokenOf } from '@/lib/api/token/present';
import { bufferToHex } from '@/lib/evm/hex';
import { decimalsOf, isHeldById, type TokenType } from '@/lib/evm/token-standards';
import {
  type Action,
  addressesField,
  addressField,
  defineAction,
  found,
  hashField,
  heightField,
  listed,
  listFields,
  pageOf,
  refuse,
  TOO_FAR,
  TOO_LARGE,
} from './action';
import { presentModuleInternal, presentModuleTransaction, presentModuleTransfer } from './present';
import { listRangeInternals } from './range-internal-query';
import { listRangeTransactions, type RangeTransactionRow } from './range-transaction-query';
import { listRangeTransfers } from './range-transfer-query';

const NO_BALANCE = refuse('The node returned no balance: try again later');
const NO_TRACES = refuse('Internal transactions are not known: the node gives no traces');
const NO_TRANSACTIONS = 'No transactions found';
const MAX_ADDRESSES = 20;
const MAX_TOKENS = 500;
const MAX_INTERFACES = 500;

const tag = z
  .string()
  .transform((text) => (text === 'pending' ? 'latest' : text))
  .pipe(heightField)
  .default(Number.MAX_SAFE_INTEGER);

const balance = defineAction(
  z.object({ address: addressField, tag }),
  async (context, { address, tag: height }) => {
    const [value] = await readBalances(context, [address], height);
    return value === undefined ? NO_BALANCE : found(String(value));
  },
);

const balanceMulti = defineAction(
  z.object({ address: addressesField(MAX_ADDRESSES), tag }),
  async (context, { address: addresses, tag: height }) => {
    const values = await readBalances(context, addresses, height);
    if (values.includes(undefined)) return NO_BALANCE;
    return found(
      addresses.map((address, at) => ({ account: bufferToHex(address), balance: String(values[at]) })),
    );
  },
);

/** At the tip of the index where the latest are asked for, while it is near the head. */
async function readBalances(context: CallContext, addresses: readonly Buffer[], height: number) {
  const isLatest = height === Number.MAX_SAFE_INTEGER;
  const at = isLatest ? await findBalanceHeight(context.db) : height;
  const balances = await loadCoinBalances(context, addresses, at);
  return balances.map(({ balance }) => balance);
}

const transactions = defineAction(
  z.object({ address: addressField, ...listFields }),
  async (context, { address, ...query }) => {
    const { db } = context;
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    const [rows, state] = await Promise.all([listRangeTransactions(db, address, page), loadIndexerState(db)]);
    if (rows.some(({ input }) => input === null)) return TOO_LARGE;
    const called = distinctTargets(rows);
    const addresses = await loadAddresses(db, called, called);
    const addressesAt = await withCalledAt(db, addresses, rows.flatMap(calledBy));
    const tip = state?.tip_number ?? 0;
    const items = await withNames(context, (signatures) =>
      rows.map((row) => {
        const known = calledBy(row).map(addressesAt)[0] ?? addresses;
        return presentModuleTransaction(row, { tip, addresses: known, signatures });
      }),
    );
    return listed(items, NO_TRANSACTIONS);
  },
);

/** Whom a transaction calls with data. */
function calledBy({ to_address: address, input, block_number, index }: RangeTransactionRow) {
  if (address === null || input?.length === 0) return [];
  return [{ address, block_number, transaction_index: index }];
}

/** The contracts whose interfaces are read: a page has up to 10,000 transactions. Others have guessed names. */
function distinctTargets(rows: readonly Readonly<{ to_address: Buffer | null }>[]): Buffer[] {
  const targets = new Map(
    rows.flatMap(({ to_address: to }) => (to ? [[to.toString('hex'), to] as const] : [])),
  );
  return [...targets.values()].slice(0, MAX_INTERFACES);
}

const internals = defineAction(
  z.object({ address: addressField.optional(), txhash: hashField.optional(), ...listFields }),
  async ({ db }, { address, txhash, ...query }) => {
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    const state = await findIndexerState(db);
    if (!state?.has_traces) return NO_TRACES;
    if (txhash !== undefined) return internalsOf({ db }, txhash);
    const rows = await listRangeInternals(db, address, page);
    const since = state.internal_transactions_since ?? state.first_block;
    const items = rows.map(presentModuleInternal);
    if (items.length === 0 || since <= Math.max(page.from, state.first_block))
      return listed(items, NO_TRANSACTIONS);
    return found(items, `OK-Internal transactions are indexed from block ${since}`);
  },
);

/** All that are kept of a transaction, in the order of execution. */
async function internalsOf({ db }: Pick<CallContext, 'db'>, hash: Buffer) {
  const summary = await findInternalSummary(db, hash);
  if (summary?.count === null) return NO_TRACES;
  const scope = { kind: 'transaction', hash, order: 'asc' } as const;
  const rows = await listInternalTransactions(db, scope, { after: undefined, limit: 10_000 });
  return listed(rows.map(presentModuleInternal), NO_TRANSACTIONS);
}

/** Of a token that is held by ID the number of IDs: their amounts have no sum. */
const tokenBalance = defineAction(
  z.object({ address: addressField, contractaddress: addressField }),
  async (context, { address: holder, contractaddress }) => {
    const row = await findStoredBalance(context.db, holder, contractaddress);
    if (row === undefined) return refuse('Contract address is not a known token');
    const value = isHeldById(row.type)
      ? await countItems(context, holder, row)
      : (await loadBalances(context, [{ row, holder, tokenId: null }]))[0]?.balance.value;
    return value == null ? refuse('The balance is not known at the moment') : found(value);
  },
);

async function countItems(context: CallContext, holder: Buffer, row: HoldingRow) {
  return (await loadItemCounts(context, holder, [row])).get(row.token_address.toString('hex'));
}

/** Those whose balance is known and above zero; of a token that is held by ID each ID. */
const tokenList = defineAction(z.object({ address: addressField }), async (context, { address: holder }) => {
  const rows = await readAllBalances(context.db, holder, MAX_TOKENS);
  const { balances, tokens } = await loadKnownBalances(context, holder, rows);
  const items = balances.flatMap(({ row, balance: { value } }) => {
    const known = tokens.get(row.token_address.toString('hex'));
    if (!known || value === null || value === '0') return [];
    const { name, symbol, type } = presentToken(known);
    return [
      {
        contractAddress: bufferToHex(row.token_address),
        balance: value,
        name: name ?? '',
        symbol: symbol ?? '',
        decimals: decimalsOf(known, row.token_id) ?? '',
        type,
        ...(row.token_id === null ? {} : { id: row.token_id }),
      },
    ];
  });
  return listed(items, 'No tokens found');
});

const transferParameters = z.object({
  address: addressField.optional(),
  contractaddress: addressField.optional(),
  ...listFields,
});

/** The transfers of one standard, of an address, a token, or both. */
function transfersOf(type: TokenType): Action {
  return defineAction(transferParameters, async ({ db }, { address, contractaddress: token, ...query }) => {
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    if (address === undefined && token === undefined)
      return refuse('Error! Missing parameter address or contractaddress');
    const [rows, state] = await Promise.all([
      listRangeTransfers(db, { address, token, type }, page),
      loadIndexerState(db),
    ]);
    const tokens = await loadTokensOf(db, rows);
    const tip = state?.tip_number ?? 0;
    return listed(
      rows.map((row) => presentModuleTransfer(row, { token: presentTokenOf(row, tokens), tip })),
      NO_TRANSACTIONS,
    );
  });
}

/** Actions of the module account. */
export const ACCOUNT_ACTIONS: Readonly<Record<string, Action>> = {
  balance,
  balancemulti: balanceMulti,
  txlist: transactions,
  txlistinternal: internals,
  tokenbalance: tokenBalance,
  tokenlist: tokenList,
  tokentx: transfersOf('ERC-20'),
  tokennfttx: transfersOf('ERC-721'),
  token1155tx: transfersOf('ERC-1155'),
};
