import type { Database } from '@/lib/db/open-database';
import {
  listAddressCollections,
  listAddressNfts,
  listAddressTokenBalances,
  listAddressTokens,
  listInstanceHolders,
  listTokenHolders,
  MOST_BALANCES,
  MOST_SHOWN_INSTANCES,
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
import { implement } from '../implement';
import { loadAddressBook, loadTokenBook } from '../loaders/mentions';
import { cutPage, PAGE_SIZE } from '../paging';
import { presentAddress } from '../present/address';
import { presentToken, presentTokenOf } from '../present/token';
import { presentTokenInstance } from '../present/token-instance';

/** GET /tokens/{address}/holders. */
export const tokenHoldersOperation = implement(listTokenHolders, async ({ db, params, query }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [token] = await findTokens(db, [address]);
  if (!token) return undefined;
  if (hasTrait(token.type, 'encrypted')) return { items: [], next_page_params: null };
  const read = (limit: number) => queryTokenHolders(db, address, { after: placeOf(query), limit });
  return presentHolders(db, read, { size: Number(query.items_count ?? PAGE_SIZE), tokenId: null });
});

/** GET /tokens/{address}/instances/{id}/holders. */
export const instanceHoldersOperation = implement(listInstanceHolders, async ({ db, params, query }) => {
  const token = hexToBuffer(params.address_hash_param);
  const [known] = await findTokens(db, [token]);
  if (!known || hasTrait(known.type, 'no instances')) return undefined;
  const tokenId = params.token_id_param;
  const read = (limit: number) =>
    queryInstanceHolders(db, { token, tokenId }, { after: placeOf(query), limit });
  return presentHolders(db, read, { size: Number(query.items_count ?? PAGE_SIZE), tokenId });
});

/** GET /addresses/{address}/tokens. */
export const addressTokensOperation = implement(listAddressTokens, async ({ db, params, query }) => {
  const size = Number(query.items_count ?? PAGE_SIZE);
  const { token_contract_address_hash: later } = query;
  const after = later === undefined ? undefined : hexToBuffer(later);
  const holder = hexToBuffer(params.address_hash_param);
  const page = { types: query.type ?? [], after, limit: size + 1 };
  const { rows, scannedTo } = await listHoldings(db, holder, page);
  const { shown, last } = cutPage(rows, size);
  return {
    items: await presentBalances(db, shown),
    next_page_params: nextToken(last?.token_address ?? scannedTo, size),
  };
});

/** GET /addresses/{address}/token-balances. */
export const addressTokenBalancesOperation = implement(listAddressTokenBalances, async ({ db, params }) => {
  const page = { types: [], after: undefined, limit: MOST_BALANCES };
  const { rows } = await listHoldings(db, hexToBuffer(params.address_hash_param), page);
  return presentBalances(db, rows);
});

function nextToken(last: Buffer | undefined, size: number) {
  return last ? { token_contract_address_hash: bufferToAddress(last), items_count: size } : null;
}

async function presentBalances(db: Database, rows: readonly HoldingRow[]) {
  const tokens = await loadTokenBook(
    db,
    rows.map((row) => row.token_address),
  );
  return rows.flatMap(({ token_address, value }) => {
    const token = tokens.get(token_address.toString('hex'));
    return token ? [{ token: presentToken(token), token_id: null, token_instance: null, value }] : [];
  });
}

/** GET /addresses/{address}/nft. */
export const addressNftsOperation = implement(listAddressNfts, async ({ db, params, query }) => {
  const size = Number(query.items_count ?? PAGE_SIZE);
  const { token_contract_address_hash: token, token_id: id } = query;
  const after =
    token === undefined || id === undefined ? undefined : { token: hexToBuffer(token), tokenId: String(id) };
  const holder = hexToBuffer(params.address_hash_param);
  const page = { types: query.type ?? [], after, limit: size + 1 };
  const { rows, scannedTo } = await listInstanceHoldings(db, holder, page);
  const { shown, last } = cutPage(rows, size);
  const next = last ? { token: last.token_address, tokenId: last.token_id } : scannedTo;
  const [addresses, tokens] = await Promise.all([
    loadAddressBook(
      db,
      shown.map((row) => row.owner),
    ),
    loadTokenBook(
      db,
      shown.map((row) => row.token_address),
    ),
  ]);
  return {
    items: shown.map((row) => {
      const ofRow = { token_address: row.token_address, token_type: row.type };
      return presentTokenInstance(row, { addresses, token: presentTokenOf(ofRow, tokens) }, row.value);
    }),
    next_page_params: next
      ? {
          token_contract_address_hash: bufferToAddress(next.token),
          token_id: next.tokenId,
          items_count: size,
        }
      : null,
  };
});

/** GET /addresses/{address}/nft/collections. */
export const addressCollectionsOperation = implement(
  listAddressCollections,
  async ({ db, params, query }) => {
    const size = Number(query.items_count ?? PAGE_SIZE);
    const { token_contract_address_hash: later, type: asked = [] } = query;
    const chosen = typesWith('ids').filter((type) => asked.length === 0 || asked.includes(type));
    if (chosen.length === 0) return { items: [], next_page_params: null };
    const holder = hexToBuffer(params.address_hash_param);
    const after = later === undefined ? undefined : hexToBuffer(later);
    const page = { types: chosen, after, limit: size + 1 };
    const { rows, scannedTo } = await listHoldings(db, holder, page);
    const { shown, last } = cutPage(rows, size);
    const tokens = shown.map((row) => row.token_address);
    const instances = await listHoldingsOfCollections(db, { holder, tokens }, MOST_SHOWN_INSTANCES);
    const [addresses, book] = await Promise.all([
      loadAddressBook(
        db,
        instances.map((row) => row.owner),
      ),
      loadTokenBook(db, tokens),
    ]);
    return {
      items: shown.flatMap(({ token_address, value }) => {
        const row = book.get(token_address.toString('hex'));
        if (!row) return [];
        const held = instances.filter((instance) => instance.token_address.equals(token_address));
        const token_instances = held.map((instance) =>
          presentTokenInstance(instance, { addresses, token: null }, instance.value),
        );
        return [{ token: presentToken(row), amount: value, token_instances }];
      }),
      next_page_params: nextToken(last?.token_address ?? scannedTo, size),
    };
  },
);

type HoldersQuery = Readonly<{ address_hash?: string | undefined; value?: bigint | undefined }>;

function placeOf({ address_hash, value }: HoldersQuery): HolderRow | undefined {
  if (address_hash === undefined || value === undefined) return undefined;
  return { holder: hexToBuffer(address_hash), value: String(value) };
}

async function presentHolders(
  db: Database,
  read: (limit: number) => Promise<HolderRow[]>,
  { size, tokenId }: { size: number; tokenId: string | null },
) {
  const { shown, last } = cutPage(await read(size + 1), size);
  const addresses = await loadAddressBook(
    db,
    shown.map((row) => row.holder),
  );
  return {
    items: shown.map(({ holder, value }) => ({
      address: presentAddress(holder, addresses),
      value,
      token_id: tokenId,
    })),
    next_page_params: last
      ? { address_hash: bufferToAddress(last.holder), value: last.value, items_count: size }
      : null,
  };
}
