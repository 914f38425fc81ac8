import { getTokenInstance, listTokenInstances } from '@/lib/endpoints/token-instance';
import { hexToBuffer } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import { listCollectionHoldings } from '@/lib/queries/holding';
import { findTokens } from '@/lib/queries/token';
import {
  findTokenInstance,
  listTokenInstances as queryInstances,
  type TokenInstanceRow,
} from '@/lib/queries/token-instance';
import { implement } from '../implement';
import { loadAddressBook } from '../loaders/mentions';
import { cutPage, PAGE_SIZE } from '../paging';
import { presentToken } from '../present/token';
import { presentTokenInstance } from '../present/token-instance';

/** GET /tokens/{address}/instances. */
export const tokenInstancesOperation = implement(listTokenInstances, async ({ db, params, query }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [token] = await findTokens(db, [address]);
  if (!token) return undefined;
  const size = Number(query.items_count ?? PAGE_SIZE);
  const below = query.unique_token?.toString();
  const page = { below, limit: size + 1 };
  const holder = query.holder_address_hash;
  const rows: (TokenInstanceRow & { value?: string })[] =
    holder === undefined
      ? await queryInstances(db, address, page)
      : await listCollectionHoldings(db, { holder: hexToBuffer(holder), token: address }, page);
  const { shown, last } = cutPage(rows, size);
  const addresses = await loadAddressBook(
    db,
    shown.map((row) => row.owner),
  );
  return {
    items: shown.map((row) => presentTokenInstance(row, { addresses, token: null }, row.value ?? null)),
    next_page_params: last ? { unique_token: last.token_id } : null,
  };
});

/** GET /tokens/{address}/instances/{id}. */
export const tokenInstanceOperation = implement(getTokenInstance, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [[token], row] = await Promise.all([
    findTokens(db, [address]),
    findTokenInstance(db, address, params.token_id_param),
  ]);
  if (!token || !row || hasTrait(token.type, 'no instances')) return undefined;
  const addresses = await loadAddressBook(db, [row.owner]);
  return presentTokenInstance(row, { addresses, token: presentToken(token) });
});
