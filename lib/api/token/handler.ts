import type { z } from 'zod';
import { presentFheApp } from '@/lib/api/fhe-deployment/present';
import { findFheApp } from '@/lib/api/fhe-deployment/query';
import { implement } from '@/lib/api/implement';
import { hasAll, toHeight } from '@/lib/api/lists/cursors';
import { pageSizeOf, readPage } from '@/lib/api/lists/implement-list';
import {
  getToken,
  getTokenCounters,
  getTokenInstanceTransfersCount,
  getTokenLogo,
  listTokens,
} from '@/lib/endpoints/token';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import { findListing, findLogo } from './listed-query';
import { presentHoldersCount, presentToken, presentTokenInfo } from './present';
import {
  countSeenHolders,
  findInstanceTransfersCount,
  findTokens,
  listTokens as queryTokens,
  searchTokens,
  type TokenRank,
} from './query';

/** GET /tokens. A search returns one page at most, most transferred first. */
export const tokensOperation = implement(listTokens, async (call) => {
  const { type: types = [], order, q, addresses } = call.query;
  if (addresses !== undefined) {
    const found = await findTokens(call.db, addresses.map(hexToBuffer));
    return { items: found.map(presentToken), next_page_params: null };
  }
  const text = q?.trim() ?? '';
  if (text !== '') {
    const found = (await searchTokens(call.db, text, types)).slice(0, pageSizeOf(call.query));
    return { items: found.map(presentToken), next_page_params: null };
  }
  return readPage(call, {
    cursor: byHolders,
    read: ({ db }, { after, limit }) =>
      queryTokens(db, { types, after, limit, isFewestFirst: order === 'asc' }),
    present: (_, rows) => rows.map(presentToken),
  });
});

const byHolders = {
  position: (query: z.output<typeof listTokens.query>) =>
    hasAll(query, 'contract_address_hash', 'holders_count')
      ? { seen_holders: toHeight(query.holders_count), address: hexToBuffer(query.contract_address_hash) }
      : undefined,
  next: ({ address, seen_holders }: TokenRank, items_count: number) => ({
    contract_address_hash: bufferToAddress(address),
    holders_count: seen_holders,
    items_count,
  }),
};

/** GET /tokens/{address}. */
export const tokenOperation = implement(getToken, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [[row], listing] = await Promise.all([findTokens(db, [address]), findListing(db, address)]);
  if (row === undefined) return undefined;
  const app = hasTrait(row.type, 'encrypted') ? await findFheApp(db, address) : undefined;
  return { ...presentTokenInfo(row, listing), ...(app && { confidential: presentFheApp(app) }) };
});

/** GET /tokens/{address}/logo. */
export const tokenLogoOperation = implement(getTokenLogo, async ({ db, params }) => {
  const logo = await findLogo(db, hexToBuffer(params.address_hash_param));
  return logo && { media_type: logo.type, base64: logo.bytes.toString('base64') };
});

/** GET /tokens/{address}/counters. */
export const tokenCountersOperation = implement(getTokenCounters, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [row] = await findTokens(db, [address]);
  if (row === undefined) return undefined;
  const holders = presentHoldersCount(row);
  return {
    transfers_count: String(row.transfers_count),
    token_holders_count: holders ?? String(await countSeenHolders(db, row)),
    are_holders_known: holders !== null,
  };
});

/** GET /tokens/{address}/instances/{id}/transfers-count. */
export const transfersCountOperation = implement(getTokenInstanceTransfersCount, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const transfers_count = await findInstanceTransfersCount(db, token, params.token_id_param);
  return transfers_count === undefined ? undefined : { transfers_count };
});
