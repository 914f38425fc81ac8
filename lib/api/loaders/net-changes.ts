import type { z } from 'zod';
import type { listNetChanges, NetChanges } from '@/lib/endpoints/net-change';
import { COIN } from '@/lib/evm/coin';
import { sumChanges } from '@/lib/evm/net-changes';
import { listTransactionTransfers } from '@/lib/queries/token-transfer';
import type { TransactionRow } from '@/lib/queries/transaction';
import { toIndex } from '../cursors';
import type { CallContext } from '../implement';
import { readPage } from '../implement-list';
import {
  type AssetMap,
  coinMovements,
  listAssets,
  type Movements,
  mergeMovements,
  type NetChangeContext,
  presentAccountChanges,
  presentMovement,
  presentPaidFee,
  tokenMovements,
} from '../present/net-change';
import { type CoinMoves, loadCoinMoves } from './coin-moves';
import { loadAddresses, loadTokens } from './mentions';
import { loadTransactionPrices } from './price';

/** Summed up in memory; a transaction with more is told without its tokens. */
const MAX_TRANSFERS = 20_000;
const MAX_MOVEMENTS = 500;
type Meta = { status: 'partial'; message: string } | null;

const TRUNCATED: Meta = {
  status: 'partial',
  message: `Tokens are left out: there are more than ${MAX_TRANSFERS} transfers.`,
};
const UNTRACED: Meta = {
  status: 'partial',
  message: 'The calls of this transaction are not traced: coin that contracts passed on is left out.',
};
/** Who gained and lost what by a mined transaction: a page of the accounts, the sender first. */
export async function loadNetChanges(
  call: CallContext & { query: z.output<typeof listNetChanges.query> },
  row: TransactionRow,
): Promise<NetChanges> {
  const { coins, coin, tokens, isTruncated } = await readMovements(call, row);
  const moved = tokenMovements(tokens);
  const all = sumChanges([...coin.changes, ...moved], { first: row.from_address.toString('hex') });
  const assets = listAssets(tokens);
  const list = await readPage(call, {
    cursor: byCount,
    read: async (_, { after: start, limit }) =>
      all.slice(start, start + limit).map((changes, at) => ({ changes, count: start + at + 1 })),
    present: async (context, rows) => {
      const addresses = rows.map(({ changes }) => changes.account);
      const shared = await loadContext(context, { assets, addresses, row });
      return rows.map(({ changes }) => presentAccountChanges(changes, shared));
    },
  });
  const flows = call.query.accounts_count === undefined ? mergeMovements([...coin.movements, ...moved]) : [];
  const shown = flows.slice(0, MAX_MOVEMENTS);
  const ends = shown.flatMap(({ from, to }) => [from, to]);
  const addresses = [coins.feeRecipient.toString('hex'), ...ends];
  const shared = await loadContext(call, { assets, addresses, row });
  return {
    ...list,
    accounts_count: all.length,
    fee: presentPaidFee(coins.moves, shared),
    movements: shown.map((movement) => presentMovement(movement, shared)),
    movements_count: flows.length,
    coin_source: coin.source,
    meta: isTruncated ? TRUNCATED : coin.source === 'none' ? UNTRACED : null,
  };
}

async function readMovements(context: CallContext, row: TransactionRow) {
  const page = { start: undefined, types: [], limit: MAX_TRANSFERS + 1 };
  const [coins, transfers] = await Promise.all([
    loadCoinMoves(context, row),
    listTransactionTransfers(context.db, row.hash, page),
  ]);
  const isTruncated = transfers.length > MAX_TRANSFERS;
  const coin = await readCoin(context, row, coins);
  return { coins, coin, tokens: isTruncated ? [] : transfers, isTruncated };
}

/** Changes are summed up again for each page, so the cursor is an offset. */
const byCount = {
  position: ({ accounts_count }: z.output<typeof listNetChanges.query>) => toIndex(accounts_count ?? 0n),
  next: ({ count: accounts_count }: { count: number }, items_count: number) => ({
    accounts_count,
    items_count,
  }),
};

/** `changes` are what is summed up, `movements` what is known to have moved. */
type Coin = { movements: Movements; changes: Movements; source: 'traces' | 'balances' | 'none' };

/** Coin by stored traces; without them changes by the balances that the node returns, if it does. */
async function readCoin(
  { db, services }: CallContext,
  row: TransactionRow,
  { moves, isComplete }: CoinMoves,
): Promise<Coin> {
  const movements = coinMovements(moves);
  if (isComplete) return { movements, changes: movements, source: 'traces' };
  const answer = await services.traces.stateDiff(db.chainId, row.hash);
  if (answer.kind !== 'answered') return { movements, changes: movements, source: 'none' };
  const changes = answer.value.balances.map(({ address, before, after }) => ({
    ...{ kind: 'call' as const, from: null, to: address },
    value: after - before,
  }));
  return { movements, changes: coinMovements(changes), source: 'balances' };
}

async function loadContext(
  context: CallContext,
  { assets, addresses, row }: { assets: AssetMap; addresses: readonly string[]; row: TransactionRow },
): Promise<NetChangeContext> {
  const mentioned = [...new Set(addresses)].filter((key) => key !== '').map((key) => Buffer.from(key, 'hex'));
  const moved = [...assets.values()];
  const tokens = moved.map(({ token_address }) => token_address);
  const [known, rows, pricesAt] = await Promise.all([
    loadAddresses(context.db, mentioned),
    loadTokens(context.db, tokens),
    loadTransactionPrices(context, row, moved),
  ]);
  const priceOf = (token: Buffer | undefined) => pricesAt(token ?? COIN, row.block_number);
  return { addresses: known, tokens: rows, assets, priceOf };
}
