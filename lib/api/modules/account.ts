import { z } from 'zod';
import { bufferToHex } from '@/lib/evm/hex';
import type { TokenType } from '@/lib/evm/token-types';
import { findTokenBalance, listHoldings } from '@/lib/queries/holding';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { listInternalTransactions } from '@/lib/queries/internal-transaction';
import { listRangeInternals } from '@/lib/queries/range-internal';
import { listRangeTransactions } from '@/lib/queries/range-transaction';
import { listRangeTransfers } from '@/lib/queries/range-transfer';
import { MOST_BALANCES } from '@/lib/spec/holding';
import { loadTokenBook } from '../handlers/books';
import type { Context } from '../implement';
import { presentTokenOf } from '../present/token';
import {
  type Action,
  addressesField,
  addressField,
  defineAction,
  found,
  hashField,
  listed,
  listFields,
  refuse,
  TOO_FAR,
  TOO_LARGE,
  windowOf,
} from './action';
import { presentModuleInternal, presentModuleTransaction, presentModuleTransfer } from './present';

const NO_BALANCE = refuse('The node does not tell the balance now');
const NO_TRACES = refuse('Internal transactions are not known: the node gives no traces');
/** How many balances are asked for at once. */
const MOST_ADDRESSES = 20;

const balance = defineAction(z.object({ address: addressField }), async ({ db, services }, { address }) => {
  const value = await services.coinBalance(db.chainId, address, 'latest');
  return value === undefined ? NO_BALANCE : found(String(value));
});

const balanceMulti = defineAction(
  z.object({ address: addressesField(MOST_ADDRESSES) }),
  async ({ db, services }, { address: addresses }) => {
    const values = await Promise.all(
      addresses.map((address) => services.coinBalance(db.chainId, address, 'latest')),
    );
    if (values.includes(undefined)) return NO_BALANCE;
    return found(
      addresses.map((address, at) => ({ account: bufferToHex(address), balance: String(values[at]) })),
    );
  },
);

const transactions = defineAction(
  z.object({ address: addressField, ...listFields }),
  async ({ db }, { address, ...query }) => {
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    const [rows, tip] = await Promise.all([listRangeTransactions(db, address, page), findTip({ db })]);
    if (rows.some(({ input }) => input === null)) return TOO_LARGE;
    return listed(
      rows.map((row) => presentModuleTransaction(row, tip)),
      'No transactions found',
    );
  },
);

const internals = defineAction(
  z.object({ address: addressField.optional(), txhash: hashField.optional(), ...listFields }),
  async ({ db }, { address, txhash, ...query }) => {
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    if (!(await findIndexerState(db))?.has_traces) return NO_TRACES;
    if (txhash === undefined && address === undefined) {
      return refuse("Query parameter 'txhash' or 'address' is required");
    }
    const rows =
      txhash === undefined
        ? address && (await listRangeInternals(db, address, page))
        : await listInternalTransactions(
            db,
            { kind: 'transaction', hash: txhash, order: 'asc' },
            { after: undefined, limit: page.limit },
          );
    return listed((rows ?? []).map(presentModuleInternal), 'No internal transactions found');
  },
);

/** The transfers of one standard, by address, by token, or both. */
function transfersOf(type: TokenType): Action {
  const parameters = z.object({
    address: addressField.optional(),
    contractaddress: addressField.optional(),
    ...listFields,
  });
  return defineAction(parameters, async ({ db }, { address, contractaddress: token, ...query }) => {
    const page = pageOf(query);
    if (!page) return TOO_FAR;
    if (address === undefined && token === undefined) {
      return refuse("Query parameter 'address' or 'contractaddress' is required");
    }
    const [rows, tip] = await Promise.all([
      listRangeTransfers(db, { address, token, type }, page),
      findTip({ db }),
    ]);
    const book = await loadTokenBook(
      db,
      rows.map((row) => row.token_address),
    );
    // a token that shows itself as several standards has transfers of each
    const ofType = rows.filter((row) => row.token_type === type);
    return listed(
      ofType.map((row) => presentModuleTransfer(row, { token: presentTokenOf(row, book), tip })),
      'No token transfers found',
    );
  });
}

const tokenBalance = defineAction(
  z.object({ address: addressField, contractaddress: addressField }),
  async ({ db }, { address, contractaddress }) => {
    const held = await findTokenBalance(db, address, contractaddress);
    if (held === undefined) return refuse('Contract address is not a known token');
    return held.type === 'ERC-7984' ? refuse('Balances of this token are encrypted') : found(held.value);
  },
);

const tokenList = defineAction(z.object({ address: addressField }), async ({ db }, { address }) => {
  const rows = await listHoldings(db, address, { types: [], after: undefined, limit: MOST_BALANCES });
  const book = await loadTokenBook(
    db,
    rows.map((row) => row.token_address),
  );
  const items = rows.flatMap(({ token_address, value }) => {
    const row = book.get(token_address.toString('hex'));
    if (!row) return [];
    const { name, symbol, decimals } = presentTokenOf({ token_address, token_type: row.type }, book);
    return [
      {
        contractAddress: bufferToHex(token_address),
        balance: value,
        name: name ?? '',
        symbol: symbol ?? '',
        decimals: decimals ?? '',
        type: row.type,
      },
    ];
  });
  return listed(items, 'No tokens found');
});

type ListQuery = z.output<z.ZodObject<typeof listFields>>;

function pageOf(query: ListQuery) {
  const window = windowOf(query);
  const { startblock: from, endblock: to, sort } = query;
  return window && { ...window, from, to, isOldestFirst: sort === 'asc' };
}

async function findTip({ db }: Pick<Context, 'db'>): Promise<number> {
  return (await findIndexerState(db))?.tip_number ?? 0;
}

/** The actions of the module account. */
export const ACCOUNT_ACTIONS: Readonly<Record<string, Action>> = {
  balance,
  balancemulti: balanceMulti,
  txlist: transactions,
  txlistinternal: internals,
  tokentx: transfersOf('ERC-20'),
  tokennfttx: transfersOf('ERC-721'),
  tokenbalance: tokenBalance,
  tokenlist: tokenList,
};
