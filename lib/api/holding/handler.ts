import type { z } from 'zod';
import { loadAddresses, loadIndexerState, loadTokens } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, hasAll } from '@/lib/api/lists/cursors';
import { searchPage } from '@/lib/api/lists/implement-list';
import { presentToken, presentTokenOf } from '@/lib/api/token/present';
import { type BalancesBy, findTokens } from '@/lib/api/token/query';
import { presentTokenInstance } from '@/lib/api/token-instance/present';
import type { Database } from '@/lib/db/open-database';
import {
  type holdersCursor,
  type ListMeta,
  listAddressCollections,
  listAddressNfts,
  listAddressTokenBalances,
  listAddressTokens,
  listInstanceHolders,
  listTokenHolders,
  MAX_BALANCES,
  MAX_SHOWN_INSTANCES,
  type tokensCursor,
} from '@/lib/endpoints/holding';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { hasTrait, isHeldById, typesWith } from '@/lib/evm/token-standards';
import { message } from '@/lib/messages/message';
import { loadBalances, loadInstanceBalances } from './known-balance-loader';
import type { KnownBalance } from './known-balance-present';
import {
  type HolderRow,
  type HoldingRow,
  type InstanceHoldingRow,
  type InstancePosition,
  listHoldings,
  listHoldingsOfCollections,
  listInstanceHoldings,
  listInstanceHolders as queryInstanceHolders,
  listTokenHolders as queryTokenHolders,
} from './query';

/** Reads per page, each of which may call contracts for as many balances. */
const BALANCE_READS = 5;

const holders = {
  maxReads: BALANCE_READS,
  cursor: {
    position: (query: CursorQuery<typeof holdersCursor>) =>
      hasAll(query, 'address_hash', 'value')
        ? { holder: hexToBuffer(query.address_hash), value: String(query.value) }
        : undefined,
    next: ({ holder, value }: HolderRow, items_count: number) => ({
      address_hash: bufferToAddress(holder),
      value,
      items_count,
    }),
  },
};

/** GET /tokens/{address}/holders. */
export const tokenHoldersOperation = implement(listTokenHolders, async (call) => {
  const [token] = await findTokens(call.db, [hexToBuffer(call.params.address_hash_param)]);
  if (!token) return undefined;
  const isHidden = hasTrait(token.type, 'encrypted');
  const page = await searchPage(call, {
    ...holders,
    read: async ({ db }, request) => (isHidden ? [] : queryTokenHolders(db, token, request)),
    present: (context, rows) => presentHolders(context, rows, !isHeldById(token.type)),
  });
  return {
    ...page,
    meta: page.meta ?? (isHidden ? null : await describeHolders(call.db, token.balances_by)),
  };
});

/** GET /tokens/{address}/instances/{id}/holders. */
export const instanceHoldersOperation = implement(listInstanceHolders, async (call) => {
  const [token] = await findTokens(call.db, [hexToBuffer(call.params.address_hash_param)]);
  if (!token || hasTrait(token.type, 'no instances')) return undefined;
  const page = await searchPage(call, {
    ...holders,
    read: ({ db }, request) =>
      queryInstanceHolders(db, { token, tokenId: call.params.token_id_param }, request),
    present: (context, rows) => presentHolders(context, rows, isHeldById(token.type)),
  });
  const isOwned = hasTrait(token.type, 'unique');
  return { ...page, meta: page.meta ?? (isOwned ? null : await describeHolders(call.db, token.balances_by)) };
});

/** Sorted again: the contract's current answers may differ from the values that the rows are ranked by. */
async function presentHolders(context: CallContext, rows: readonly HolderRow[], isReadable: boolean) {
  const held = rows.map((row) => ({ row, holder: row.holder, tokenId: row.token_id, isReadable }));
  const [balances, addresses] = await Promise.all([
    loadBalances(context, held),
    loadAddresses(
      context.db,
      rows.map((row) => row.holder),
    ),
  ]);
  const rankOf = ({ value, sum }: KnownBalance) => BigInt(value ?? sum ?? 0);
  return balances
    .filter(({ balance }) => rankOf(balance) > 0n)
    .sort((left, right) => descending(rankOf(left.balance), rankOf(right.balance)))
    .map(({ holder, tokenId, balance }) => ({
      address: presentAddress(holder, addresses),
      value: balance.value,
      token_id: tokenId,
      balance_source: balance.source,
      balance_block: balance.block,
      transfers_sum: balance.sum,
    }));
}

function descending(left: bigint, right: bigint): number {
  return left < right ? 1 : left > right ? -1 : 0;
}

async function describeHolders(db: Database, by: BalancesBy): Promise<ListMeta> {
  if (by === 'transfers') return null;
  const first = (await loadIndexerState(db))?.first_block ?? 0;
  const code = (
    { calls: 'holders_by_calls', none: 'holders_without_balances', unchecked: 'holders_unchecked' } as const
  )[by ?? 'unchecked'];
  return { status: 'partial', ...message(code, { block: first }) };
}

type TokenKey = { token_address: Buffer };

const byToken = {
  position: ({ token_contract_address_hash: token }: CursorQuery<typeof tokensCursor>) =>
    token === undefined ? undefined : hexToBuffer(token),
  next: ({ token_address }: TokenKey, items_count: number) => ({
    token_contract_address_hash: bufferToAddress(token_address),
    items_count,
  }),
};

/** GET /addresses/{address}/tokens. */
export const addressTokensOperation = implement(listAddressTokens, async (call) => {
  let unknown = 0;
  const page = await searchPage(call, {
    maxReads: BALANCE_READS,
    cursor: byToken,
    read: ({ db, params, query }, request) =>
      readHoldings(db, hexToBuffer(params.address_hash_param), { ...request, types: query.type ?? [] }),
    present: async (context, rows) => {
      const { items, left } = await presentBalances(context, rows);
      unknown += left;
      return items;
    },
  });
  return { ...page, meta: page.meta ?? (unknown === 0 ? null : describeUnknown(unknown)) };
});

function describeUnknown(count: number): ListMeta {
  return { status: 'partial', ...message('tokens_without_balances', { count }) };
}

/** GET /addresses/{address}/token-balances. */
export const addressTokenBalancesOperation = implement(listAddressTokenBalances, async (call) => {
  const page = { types: [], after: undefined, limit: MAX_BALANCES };
  const { rows } = await listHoldings(call.db, hexToBuffer(call.params.address_hash_param), page);
  return (await presentBalances(call, rows)).items;
});

async function readHoldings(db: Database, holder: Buffer, page: Parameters<typeof listHoldings>[2]) {
  const { rows, scannedTo } = await listHoldings(db, holder, page);
  return { rows, scannedTo: scannedTo && { token_address: scannedTo } };
}

type AddressCall = CallContext & Readonly<{ params: { address_hash_param: string } }>;

/** The tokens with a balance above zero, and how many were left out as their balance is unknown. */
async function presentBalances({ params, ...context }: AddressCall, rows: readonly HoldingRow[]) {
  const tokens = await loadTokens(
    context.db,
    rows.map((row) => row.token_address),
  );
  const holder = hexToBuffer(params.address_hash_param);
  const held = rows.map((row) => {
    const type = tokens.get(row.token_address.toString('hex'))?.type;
    return { row, holder, tokenId: null, isReadable: !isHeldById(type) };
  });
  const balances = await loadBalances(context, held);
  const items = balances.flatMap(({ row, balance: { value, source, block } }) => {
    const token = tokens.get(row.token_address.toString('hex'));
    if (!token || value === null || value === '0') return [];
    return [
      {
        token: presentToken(token),
        token_id: null,
        token_instance: null,
        value,
        balance_source: source,
        balance_block: block,
      },
    ];
  });
  return { items, left: balances.filter(({ balance }) => balance.value === null).length };
}

type InstanceKey = { token_address: Buffer; token_id: string };

type NftsCall = AddressCall & Readonly<{ query: z.output<typeof listAddressNfts.query> }>;

const nfts = {
  cursor: {
    position: (query: z.output<typeof listAddressNfts.query>) =>
      hasAll(query, 'token_contract_address_hash', 'token_id')
        ? { token: hexToBuffer(query.token_contract_address_hash), tokenId: String(query.token_id) }
        : undefined,
    next: ({ token_address, token_id }: InstanceKey, items_count: number) => ({
      token_contract_address_hash: bufferToAddress(token_address),
      token_id,
      items_count,
    }),
  },
  read: async (
    { db, params, query }: NftsCall,
    page: { after: InstancePosition | undefined; limit: number },
  ) => {
    const holder = hexToBuffer(params.address_hash_param);
    const { rows, scannedTo } = await listInstanceHoldings(db, holder, { ...page, types: query.type ?? [] });
    return { rows, scannedTo: scannedTo && { token_address: scannedTo.token, token_id: scannedTo.tokenId } };
  },
  present: async (call: NftsCall, rows: readonly InstanceHoldingRow[]) => {
    const [addresses, tokens, held] = await Promise.all([
      loadAddresses(
        call.db,
        rows.map((row) => row.owner),
      ),
      loadTokens(
        call.db,
        rows.map((row) => row.token_address),
      ),
      loadInstanceBalances(call, hexToBuffer(call.params.address_hash_param), rows),
    ]);
    return held.map(({ row, balance }) => {
      const token = presentTokenOf({ token_address: row.token_address, token_type: row.type }, tokens);
      return presentTokenInstance(row, { addresses, token }, balance);
    });
  },
};

/** GET /addresses/{address}/nft. */
export const addressNftsOperation = implement(listAddressNfts, (call) => searchPage(call, nfts));

/** GET /addresses/{address}/nft/collections. */
export const addressCollectionsOperation = implement(listAddressCollections, (call) =>
  searchPage(call, {
    maxReads: BALANCE_READS,
    cursor: byToken,
    read: async ({ db }, page) => {
      const requested = call.query.type ?? [];
      const types = typesWith('ids').filter((type) => requested.length === 0 || requested.includes(type));
      if (types.length === 0) return [];
      return readHoldings(db, hexToBuffer(call.params.address_hash_param), { ...page, types });
    },
    present: (_, rows) => presentCollections(call, rows),
  }),
);

async function presentCollections(call: AddressCall, rows: readonly HoldingRow[]) {
  const { db, params } = call;
  const holder = hexToBuffer(params.address_hash_param);
  const tokens = rows.map((row) => row.token_address);
  const [found, known] = await Promise.all([
    listHoldingsOfCollections(db, { holder, tokens }, MAX_SHOWN_INSTANCES),
    loadTokens(db, tokens),
  ]);
  const [instances, balances, addresses] = await Promise.all([
    loadInstanceBalances(call, holder, found),
    loadBalances(
      call,
      rows.map((row) => {
        const type = known.get(row.token_address.toString('hex'))?.type;
        return { row, holder, tokenId: null, isReadable: !isHeldById(type) };
      }),
    ),
    loadAddresses(
      db,
      found.map((row) => row.owner),
    ),
  ]);
  return balances.flatMap(({ row: { token_address }, balance }) => {
    const token = known.get(token_address.toString('hex'));
    const token_instances = instances
      .filter(({ row }) => row.token_address.equals(token_address))
      .map((held) => presentTokenInstance(held.row, { addresses, token: null }, held.balance));
    const isEmpty = token_instances.length === 0 && (balance.value ?? '0') === '0';
    return !token || isEmpty ? [] : [{ token: presentToken(token), amount: balance.value, token_instances }];
  });
}
