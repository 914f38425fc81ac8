import type { z } from 'zod';
import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentOptionalAddress } from '@/lib/api/address/present';
import { getAddressInfo } from '@/lib/api/address/query';
import { listConfirmed } from '@/lib/api/fhe-deployment/confirmed-query';
import { presentFheApp } from '@/lib/api/fhe-deployment/present';
import { findFheApp, listAcls } from '@/lib/api/fhe-deployment/query';
import { implement } from '@/lib/api/implement';
import { hasAll, toHeight } from '@/lib/api/lists/cursors';
import { pageSizeOf, readPage } from '@/lib/api/lists/implement-list';
import type { Database } from '@/lib/db/open-database';
import {
  getToken,
  getTokenCounters,
  getTokenInstanceTransfersCount,
  getTokenLogo,
  listTokens,
} from '@/lib/endpoints/token';
import { getTokenActivity, MAX_COUNTED_TRANSFERS } from '@/lib/endpoints/token-activity';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import { sumDays } from './activity-present';
import { countTransfersByDay, type DayTransfers, type EventPosition } from './activity-query';
import { findListing, findLogo } from './listed-query';
import { presentHoldersCount, presentListedToken, presentTokenInfo } from './present';
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
    return { items: found.map(presentListedToken), next_page_params: null };
  }
  const text = q?.trim() ?? '';
  if (text !== '') {
    const found = (await searchTokens(call.db, text, types)).slice(0, pageSizeOf(call.query));
    return { items: found.map(presentListedToken), next_page_params: null };
  }
  return readPage(call, {
    cursor: byHolders,
    read: ({ db }, { after, limit }) =>
      queryTokens(db, { types, after, limit, isFewestFirst: order === 'asc' }),
    present: (_, rows) => rows.map(presentListedToken),
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
  const [app, [confirmed]] = hasTrait(row.type, 'encrypted')
    ? await Promise.all([findFheApp(db, address), listConfirmed(db, [address], await listAcls(db))])
    : [undefined, []];
  const confidential = app && presentFheApp(app, confirmed?.is_confirmed ?? null);
  return { ...presentTokenInfo(row, listing), ...(confidential && { confidential }) };
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

/** GET /tokens/{address}/activity. */
export const tokenActivityOperation = implement(getTokenActivity, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const [[known], info, transfers] = await Promise.all([
    findTokens(db, [token]),
    getAddressInfo(db, token),
    readTransfers(db, token),
  ]);
  if (known === undefined) return undefined;
  const { creator, creation_transaction_hash: hash } = info;
  return {
    creator_address_hash: creator === null ? null : bufferToAddress(creator),
    creator: presentOptionalAddress(creator, await loadAddresses(db, [creator])),
    creation_transaction_hash: hash === null ? null : bufferToHex(hash),
    days: sumDays(transfers.days, transfers.isComplete),
    is_complete: transfers.isComplete,
  };
});

/** Transfers per query. */
const BATCH = 1_000;

/** The latest transfers of a token by day, in short queries. */
async function readTransfers(
  db: Database,
  token: Buffer,
): Promise<{ days: DayTransfers[]; isComplete: boolean }> {
  const days: DayTransfers[] = [];
  let before: EventPosition | undefined;
  for (let read = 0; read < MAX_COUNTED_TRANSFERS; read += BATCH) {
    const batch = await countTransfersByDay(db, token, { before, limit: BATCH });
    days.push(...batch.days);
    before = batch.end;
    if (before === undefined) return { days, isComplete: true };
  }
  return { days, isComplete: false };
}
