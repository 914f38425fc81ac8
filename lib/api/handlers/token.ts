import {
  getToken,
  getTokenCounters,
  getTokenInstanceTransfersCount,
  listTokens,
} from '@/lib/endpoints/token';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import {
  findInstanceTransfersCount,
  findTokens,
  listTokens as queryTokens,
  searchTokens,
} from '@/lib/queries/token';
import { implement } from '../implement';
import { cutPage, PAGE_SIZE, toHeight } from '../paging';
import { presentHoldersCount, presentToken } from '../present/token';

/** GET /tokens. A search gives at most one page, of what is transferred most. */
export const tokensOperation = implement(listTokens, async ({ db, query }) => {
  const types = query.type ?? [];
  const text = query.q?.trim() ?? '';
  if (text !== '') {
    const found = await searchTokens(db, text, types);
    return { items: found.map(presentToken), next_page_params: null };
  }
  const size = Number(query.items_count ?? PAGE_SIZE);
  const { contract_address_hash, holders_count } = query;
  const after =
    contract_address_hash === undefined || holders_count === undefined
      ? undefined
      : { holders_count: toHeight(holders_count), address: hexToBuffer(contract_address_hash) };
  const { shown, last } = cutPage(
    await queryTokens(db, { types, after, limit: size + 1, isFewestFirst: query.order === 'asc' }),
    size,
  );
  return {
    items: shown.map(presentToken),
    next_page_params: last
      ? {
          contract_address_hash: bufferToAddress(last.address),
          holders_count: last.holders_count,
          items_count: size,
        }
      : null,
  };
});

/** GET /tokens/{address}. */
export const tokenOperation = implement(getToken, async ({ db, params }) => {
  const [row] = await findTokens(db, [hexToBuffer(params.address_hash_param)]);
  return row && presentToken(row);
});

/** GET /tokens/{address}/counters. */
export const tokenCountersOperation = implement(getTokenCounters, async ({ db, params }) => {
  const [row] = await findTokens(db, [hexToBuffer(params.address_hash_param)]);
  return (
    row && {
      transfers_count: String(row.transfers_count),
      token_holders_count: presentHoldersCount(row),
    }
  );
});

/** GET /tokens/{address}/instances/{id}/transfers-count. */
export const transfersCountOperation = implement(getTokenInstanceTransfersCount, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const transfers_count = await findInstanceTransfersCount(db, token, params.token_id_param);
  return transfers_count === undefined ? undefined : { transfers_count };
});
