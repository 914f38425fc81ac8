import type { z } from 'zod';
import { loadAddresses, loadAddressesOf } from '@/lib/api/address/mention-loader';
import { loadInstanceBalances } from '@/lib/api/holding/known-balance-loader';
import type { KnownBalance } from '@/lib/api/holding/known-balance-present';
import { type InstanceHoldingRow, listCollectionHoldings } from '@/lib/api/holding/query';
import { implement } from '@/lib/api/implement';
import { implementList } from '@/lib/api/lists/implement-list';
import { presentToken } from '@/lib/api/token/present';
import { findTokens } from '@/lib/api/token/query';
import { listNftTraits, MAX_TRAIT_NFTS } from '@/lib/endpoints/nft-trait';
import { getTokenInstance, listTokenInstances } from '@/lib/endpoints/token-instance';
import { hexToBuffer } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import { presentTokenInstance } from './present';
import { findTokenInstance, listTokenInstances as queryInstances, type TokenInstanceRow } from './query';
import { countTraits } from './trait-present';
import { listNftMetadata } from './trait-query';

/** GET /tokens/{address}/instances. */
export const tokenInstancesOperation = implementList(listTokenInstances, {
  cursor: {
    position: ({ unique_token }: z.output<typeof listTokenInstances.query>) => unique_token?.toString(),
    next: ({ token_id: unique_token }: TokenInstanceRow) => ({ unique_token }),
  },
  read: async ({ db, params, query }, { after: below, limit }): Promise<HeldInstance[] | undefined> => {
    const token = hexToBuffer(params.address_hash_param);
    const [known] = await findTokens(db, [token]);
    if (!known) return undefined;
    const holder = query.holder_address_hash;
    if (holder === undefined) return queryInstances(db, token, { below, limit });
    return listCollectionHoldings(db, { holder: hexToBuffer(holder), token }, { below, limit });
  },
  present: async (call, rows) => {
    const addresses = await loadAddressesOf(call.db, rows, (row) => row.owner);
    const present = (row: TokenInstanceRow, balance?: KnownBalance) =>
      presentTokenInstance(row, { addresses, token: null }, balance);
    const { holder_address_hash: holder } = call.query;
    if (holder === undefined) return rows.map((row) => present(row));
    const held = await loadInstanceBalances(call, hexToBuffer(holder), rows.filter(isHeld));
    return held.map(({ row, balance }) => present(row, balance));
  },
});

type HeldInstance = TokenInstanceRow | InstanceHoldingRow;

function isHeld(row: HeldInstance): row is InstanceHoldingRow {
  return 'sum' in row;
}

/** GET /tokens/{address}/instances/{id}. */
export const tokenInstanceOperation = implement(getTokenInstance, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [[token], row] = await Promise.all([
    findTokens(db, [address]),
    findTokenInstance(db, address, params.token_id_param),
  ]);
  if (!token || !row || hasTrait(token.type, 'no instances')) return undefined;
  const addresses = await loadAddresses(db, [row.owner]);
  return presentTokenInstance(row, { addresses, token: presentToken(token) });
});

/** NFTs per query. */
const BATCH = 200;
/** Metadata may hold whole images. */
const MAX_BYTES = 4 * 1024 * 1024;

/** GET /tokens/{address}/traits. */
export const nftTraitsOperation = implement(listNftTraits, async ({ db, params }) => {
  const token = hexToBuffer(params.address_hash_param);
  const [known] = await findTokens(db, [token]);
  if (known === undefined) return undefined;
  const counter = countTraits();
  const counts = { read: 0, seen: 0, bytes: 0 };
  let below: string | undefined;
  let isWhole = false;
  while (!isWhole && counts.seen < MAX_TRAIT_NFTS && counts.bytes < MAX_BYTES) {
    const rows = await listNftMetadata(db, token, { below, limit: BATCH });
    for (const { metadata } of rows) {
      counts.seen += 1;
      if (metadata === null) continue;
      counts.bytes += metadata.length;
      if (counter.add(metadata)) counts.read += 1;
    }
    below = rows.at(-1)?.token_id;
    isWhole = rows.length < BATCH;
  }
  return { ...counter.count(), nfts_count: counts.read, is_complete: isWhole && counts.read === counts.seen };
});
