import type { z } from 'zod';
import { loadAddressesOf, loadTokens, loadTokensOf } from '@/lib/api/address/mention-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, hasAll } from '@/lib/api/lists/cursors';
import { searchPage } from '@/lib/api/lists/implement-list';
import { presentToken, presentTokenOf } from '@/lib/api/token/present';
import { presentTokenInstance } from '@/lib/api/token-instance/present';
import {
  listAddressCollections,
  listAddressNfts,
  MAX_SHOWN_INSTANCES,
  type tokensCursor,
} from '@/lib/endpoints/holding';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { typesWith } from '@/lib/evm/token-standards';
import { loadItemCounts } from './item-count-loader';
import { BALANCE_READS, loadInstanceBalances } from './known-balance-loader';
import {
  type HoldingRow,
  type InstanceHoldingRow,
  type InstancePosition,
  listHoldings,
  listHoldingsOfCollections,
  listInstanceHoldings,
} from './query';

type TokenKey = { token_address: Buffer };

const byToken = {
  position: ({ token_contract_address_hash: token }: CursorQuery<typeof tokensCursor>) =>
    token === undefined ? undefined : { token: hexToBuffer(token), tokenId: null },
  next: ({ token_address }: TokenKey, items_count: number) => ({
    token_contract_address_hash: bufferToAddress(token_address),
    items_count,
  }),
};

type AddressCall = CallContext & Readonly<{ params: { address_hash_param: string } }>;

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
      loadAddressesOf(call.db, rows, (row) => row.owner),
      loadTokensOf(call.db, rows),
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
      const holder = hexToBuffer(call.params.address_hash_param);
      const { rows, scannedTo } = await listHoldings(db, holder, { ...page, types });
      return { rows, scannedTo: scannedTo && { token_address: scannedTo } };
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
  const [instances, counts, addresses] = await Promise.all([
    loadInstanceBalances(call, holder, found),
    loadItemCounts(call, holder, rows),
    loadAddressesOf(db, found, (row) => row.owner),
  ]);
  return tokens.flatMap((token_address) => {
    const token = known.get(token_address.toString('hex'));
    const amount = counts.get(token_address.toString('hex')) ?? null;
    const token_instances = instances
      .filter(({ row }) => row.token_address.equals(token_address))
      .map((held) => presentTokenInstance(held.row, { addresses, token: null }, held.balance));
    const isEmpty = token_instances.length === 0 && (amount ?? '0') === '0';
    return !token || isEmpty ? [] : [{ token: presentToken(token), amount, token_instances }];
  });
}
