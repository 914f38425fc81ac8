import type { z } from 'zod';
import { loadAddresses, loadTokens } from '@/lib/api/address/mention-loader';
import type { CallContext } from '@/lib/api/implement';
import { toIndex } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { loadTransactionPrices } from '@/lib/api/price/loader';
import { listTransactionTransfers, type TokenTransferRow } from '@/lib/api/token-transfer/query';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type listNetChanges, MAX_ACCOUNT_CHANGES, type NetChanges } from '@/lib/endpoints/net-change';
import { COIN } from '@/lib/evm/coin';
import { mergeMovements, sumChanges } from '@/lib/evm/net-changes';
import { message } from '@/lib/messages/message';
import { type CoinMoves, loadCoinMoves } from './coin-move-loader';
import {
  type AssetMap,
  coinMovements,
  listAssets,
  type MovementContext,
  type Movements,
  type NetChangeContext,
  presentAccountChanges,
  presentMovement,
  presentPaidFee,
  tokenMovements,
} from './present';

/** Summed in memory; a transaction with more is answered without its tokens. */
const MAX_TRANSFERS = 20_000;
const MAX_MOVEMENTS = 500;
type Meta = NetChanges['meta'];

/** Net changes of a mined transaction: a page of its accounts, the sender first. */
export async function loadNetChanges(
  call: CallContext & { query: z.output<typeof listNetChanges.query> },
  row: TransactionRow,
): Promise<NetChanges> {
  return presentNetChanges(call, row, await readMovements(call, row));
}

/** What moved: coin by its source, and tokens unless they are too many (`isTruncated`). */
export type Moved = Readonly<{
  coins: CoinMoves;
  coin: Coin;
  tokens: readonly TokenTransferRow[];
  isTruncated: boolean;
}>;

/** Presents what moved in a transaction that is mined, or as if it were. */
export async function presentNetChanges(
  call: CallContext & { query: z.output<typeof listNetChanges.query> },
  row: TransactionRow,
  { coins, coin, tokens, isTruncated }: Moved,
): Promise<NetChanges> {
  const moved = tokenMovements(tokens);
  const all = sumChanges([...coin.changes, ...moved], { first: row.from_address.toString('hex') });
  const assets = listAssets(tokens);
  const list = await readPage(call, {
    cursor: byCount,
    read: async (_, { after: start, limit }) =>
      all.slice(start, start + limit).map((changes, at) => ({ changes, count: start + at + 1 })),
    present: async (context, rows) => {
      const addresses = rows.map(({ changes }) => changes.account);
      const keys = rows.flatMap(({ changes }) =>
        changes.changes.slice(0, MAX_ACCOUNT_CHANGES).map(({ asset }) => asset),
      );
      const [shared, priceOf] = await Promise.all([
        loadMentioned(context, { assets, addresses, keys }),
        loadPrices(context, row, pickAssets(assets, keys)),
      ]);
      return rows.map(({ changes }) => presentAccountChanges(changes, { ...shared, priceOf }));
    },
  });
  const flows = call.query.accounts_count === undefined ? mergeMovements([...coin.movements, ...moved]) : [];
  const shown = flows.slice(0, MAX_MOVEMENTS);
  const ends = shown.flatMap(({ from, to }) => [from, to]);
  const addresses = [coins.feeRecipient.toString('hex'), ...ends];
  const shared = await loadMentioned(call, { assets, addresses, keys: shown.map(({ asset }) => asset) });
  return {
    ...list,
    accounts_count: all.length,
    fee: presentPaidFee(coins, shared),
    movements: shown.map((movement) => presentMovement(movement, shared)),
    movements_count: flows.length,
    coin_source: coin.source,
    is_coin_proven: coin.source === 'logs' && coins.isProven,
    meta: coins.isContradicted
      ? describeContradiction(isTruncated)
      : describeMissing({ isTruncated, isUntraced: coin.source === 'none' }),
  };
}

function describeMissing({ isTruncated, isUntraced }: Record<'isTruncated' | 'isUntraced', boolean>): Meta {
  if (!isTruncated) return isUntraced ? { status: 'partial', ...message('calls_omitted') } : null;
  const code = isUntraced ? 'tokens_and_calls_omitted' : 'tokens_omitted';
  return { status: 'partial', ...message(code, { limit: MAX_TRANSFERS }) };
}

function describeContradiction(isTruncated: boolean): Meta {
  if (!isTruncated) return { status: 'contradicted', ...message('traces_differ') };
  return { status: 'contradicted', ...message('tokens_omitted_traces_differ', { limit: MAX_TRANSFERS }) };
}

async function readMovements(context: CallContext, row: TransactionRow): Promise<Moved> {
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

/** `changes` are summed per account, `movements` are the individual transfers. */
type Coin = { movements: Movements; changes: Movements; source: CoinMoves['source'] | 'balances' | 'none' };

/** Coin by logs or stored traces; without them changes by the balances that the node returns, if it does. */
async function readCoin(
  { db, services }: CallContext,
  row: TransactionRow,
  { moves, isComplete, source }: CoinMoves,
): Promise<Coin> {
  const movements = coinMovements(moves);
  if (isComplete) return { movements, changes: movements, source };
  const answer = await services.traces.stateDiff(db.chainId, row.hash);
  if (answer.kind !== 'answered') return { movements, changes: movements, source: 'none' };
  const changes = answer.value.balances.map(({ address, before, after }) => ({
    ...{ kind: 'call' as const, from: null, to: address },
    value: after - before,
  }));
  return { movements, changes: coinMovements(changes), source: 'balances' };
}

type Mentioned = Readonly<{ assets: AssetMap; addresses: readonly string[]; keys: readonly string[] }>;

/** Loads the accounts and tokens that a part of the answer mentions: of `assets` those of `keys`. */
async function loadMentioned(
  { db }: CallContext,
  { assets, addresses, keys }: Mentioned,
): Promise<MovementContext> {
  const mentioned = [...new Set(addresses)].filter((key) => key !== '').map((key) => Buffer.from(key, 'hex'));
  const tokens = pickAssets(assets, keys).map(({ token_address }) => token_address);
  const [known, rows] = await Promise.all([loadAddresses(db, mentioned), loadTokens(db, tokens)]);
  return { addresses: known, tokens: rows, assets };
}

/** Loads the prices of the coin and of tokens at the block. */
async function loadPrices(
  context: CallContext,
  row: TransactionRow,
  moved: ReturnType<typeof pickAssets>,
): Promise<NetChangeContext['priceOf']> {
  const pricesAt = await loadTransactionPrices(context, row, moved);
  return (token) => pricesAt(token ?? COIN, row.block_number);
}

/** Tokens among assets, without the coin. */
function pickAssets(assets: AssetMap, keys: readonly string[]) {
  return [...new Set(keys)].flatMap((key) => assets.get(key) ?? []);
}
