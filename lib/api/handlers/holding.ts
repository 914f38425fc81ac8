import type { z } from 'zod';
import type { Database } from '@/lib/db/open-database';
import {
  type holdersCursor,
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
import { hasTrait, typesWith } from '@/lib/evm/token-standards';
import {
  type HolderRow,
  type HoldingRow,
  listHoldings,
  listHoldingsOfCollections,
  listInstanceHoldings,
  listInstanceHolders as queryInstanceHolders,
  listTokenHolders as queryTokenHolders,
} from '@/lib/queries/holding';
import { findTokens } from '@/lib/queries/token';
import { type CursorQuery, hasAll } from '../cursors';
import { type CallContext, implement } from '../implement';
import { implementList } from '../implement-list';
import { loadAddresses, loadTokens } from '../loaders/mentions';
import { presentAddress } from '../present/address';
import { presentToken, presentTokenOf } from '../present/token';
import { presentTokenInstance } from '../present/token-instance';

const holders = {
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
export const tokenHoldersOperation = implementList(listTokenHolders, {
  ...holders,
  read: async ({ db, params }, page) => {
    const address = hexToBuffer(params.address_hash_param);
    const [token] = await findTokens(db, [address]);
    if (!token) return undefined;
    return hasTrait(token.type, 'encrypted') ? [] : queryTokenHolders(db, address, page);
  },
  present: (context, rows) => presentHolders(context, rows, null),
});

/** GET /tokens/{address}/instances/{id}/holders. */
export const instanceHoldersOperation = implementList(listInstanceHolders, {
  ...holders,
  read: async ({ db, params }, page) => {
    const token = hexToBuffer(params.address_hash_param);
    const [known] = await findTokens(db, [token]);
    if (!known || hasTrait(known.type, 'no instances')) return undefined;
    return queryInstanceHolders(db, { token, tokenId: params.token_id_param }, page);
  },
  present: (call, rows) => presentHolders(call, rows, call.params.token_id_param),
});

async function presentHolders({ db }: CallContext, rows: readonly HolderRow[], token_id: string | null) {
  const addresses = await loadAddresses(
    db,
    rows.map((row) => row.holder),
  );
  return rows.map(({ holder, value }) => ({
    address: presentAddress(holder, addresses),
    value,
    token_id,
  }));
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
export const addressTokensOperation = implementList(listAddressTokens, {
  cursor: byToken,
  read: ({ db, params, query }, page) =>
    readHoldings(db, hexToBuffer(params.address_hash_param), { ...page, types: query.type ?? [] }),
  present: presentBalances,
});

/** GET /addresses/{address}/token-balances. */
export const addressTokenBalancesOperation = implement(
  listAddressTokenBalances,
  async ({ params, ...context }) => {
    const page = { types: [], after: undefined, limit: MAX_BALANCES };
    const { rows } = await listHoldings(context.db, hexToBuffer(params.address_hash_param), page);
    return presentBalances(context, rows);
  },
);

async function readHoldings(db: Database, holder: Buffer, page: Parameters<typeof listHoldings>[2]) {
  const { rows, scannedTo } = await listHoldings(db, holder, page);
  return { rows, scannedTo: scannedTo && { token_address: scannedTo } };
}

async function presentBalances({ db }: Pick<CallContext, 'db'>, rows: readonly HoldingRow[]) {
  const tokens = await loadTokens(
    db,
    rows.map((row) => row.token_address),
  );
  return rows.flatMap(({ token_address, value }) => {
    const token = tokens.get(token_address.toString('hex'));
    return token ? [{ token: presentToken(token), token_id: null, token_instance: null, value }] : [];
  });
}

type InstanceKey = { token_address: Buffer; token_id: string };

/** GET /addresses/{address}/nft. */
export const addressNftsOperation = implementList(listAddressNfts, {
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
  read: async ({ db, params, query }, page) => {
    const holder = hexToBuffer(params.address_hash_param);
    const { rows, scannedTo } = await listInstanceHoldings(db, holder, { ...page, types: query.type ?? [] });
    return { rows, scannedTo: scannedTo && { token_address: scannedTo.token, token_id: scannedTo.tokenId } };
  },
  present: async ({ db }, rows) => {
    const [addresses, tokens] = await Promise.all([
      loadAddresses(
        db,
        rows.map((row) => row.owner),
      ),
      loadTokens(
        db,
        rows.map((row) => row.token_address),
      ),
    ]);
    return rows.map((row) => {
      const token = presentTokenOf({ token_address: row.token_address, token_type: row.type }, tokens);
      return presentTokenInstance(row, { addresses, token }, row.value);
    });
  },
});

/** GET /addresses/{address}/nft/collections. */
export const addressCollectionsOperation = implementList(listAddressCollections, {
  cursor: byToken,
  read: async ({ db, params, query }, page) => {
    const requested = query.type ?? [];
    const types = typesWith('ids').filter((type) => requested.length === 0 || requested.includes(type));
    if (types.length === 0) return [];
    return readHoldings(db, hexToBuffer(params.address_hash_param), { ...page, types });
  },
  present: async ({ db, params }, rows: readonly HoldingRow[]) => {
    const holder = hexToBuffer(params.address_hash_param);
    const tokens = rows.map((row) => row.token_address);
    const instances = await listHoldingsOfCollections(db, { holder, tokens }, MAX_SHOWN_INSTANCES);
    const [addresses, known] = await Promise.all([
      loadAddresses(
        db,
        instances.map((row) => row.owner),
      ),
      loadTokens(db, tokens),
    ]);
    return rows.flatMap(({ token_address, value }) => {
      const token = known.get(token_address.toString('hex'));
      if (!token) return [];
      const token_instances = instances
        .filter((instance) => instance.token_address.equals(token_address))
        .map((instance) => presentTokenInstance(instance, { addresses, token: null }, instance.value));
      return [{ token: presentToken(token), amount: value, token_instances }];
    });
  },
});
