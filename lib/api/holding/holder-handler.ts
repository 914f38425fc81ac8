import { loadAddressesOf, loadIndexerState, toAddressMap } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, hasAll } from '@/lib/api/lists/cursors';
import { searchPage } from '@/lib/api/lists/implement-list';
import { readMentioned, type WithMentioned } from '@/lib/api/lists/mentioned-query';
import { type BalancesBy, findTokens, type TokenRow } from '@/lib/api/token/query';
import type { Database } from '@/lib/db/open-database';
import {
  type holdersCursor,
  type ListMeta,
  listInstanceHolders,
  listTokenHolders,
  type TokenHolder,
} from '@/lib/endpoints/holding';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { hasTrait, isHeldById } from '@/lib/evm/token-standards';
import { message } from '@/lib/messages/message';
import { findIdSupplies, listIdHolders } from './id-query';
import { BALANCE_READS, loadBalances } from './known-balance-loader';
import type { KnownBalance } from './known-balance-present';
import {
  type HolderRow,
  listInstanceHolders as queryInstanceHolders,
  listTokenHolders as queryTokenHolders,
} from './query';

const byBalance = {
  position: (query: CursorQuery<typeof holdersCursor>) =>
    hasAll(query, 'address_hash', 'value')
      ? { holder: hexToBuffer(query.address_hash), value: String(query.value) }
      : undefined,
  next: ({ holder, value }: HolderRow, items_count: number) => ({
    address_hash: bufferToAddress(holder),
    value,
    items_count,
  }),
};

const byIdAndBalance = {
  position: (query: CursorQuery<typeof holdersCursor>) =>
    hasAll(query, 'address_hash', 'value', 'token_id')
      ? {
          holder: hexToBuffer(query.address_hash),
          ...{ value: String(query.value), tokenId: String(query.token_id) },
        }
      : undefined,
  next: (row: HolderRow & { token_id: string }, items_count: number) => ({
    ...byBalance.next(row, items_count),
    token_id: row.token_id,
  }),
};

/** GET /tokens/{address}/holders. */
export const tokenHoldersOperation = implement(listTokenHolders, async (call) => {
  const [token] = await findTokens(call.db, [hexToBuffer(call.params.address_hash_param)]);
  if (!token) return undefined;
  const isHidden = hasTrait(token.type, 'encrypted');
  const list = {
    maxReads: BALANCE_READS,
    present: (context: CallContext, rows: readonly HolderRow[]) => presentHolders(context, token, rows),
  };
  const page = isHeldById(token.type)
    ? await searchPage(call, {
        ...{ ...list, cursor: byIdAndBalance },
        read: ({ db }, request) => listIdHolders(db, token, request),
      })
    : await searchPage(call, {
        ...{ ...list, cursor: byBalance },
        read: async ({ db }, request) => (isHidden ? [] : queryTokenHolders(db, token, request)),
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
    ...{ maxReads: BALANCE_READS, cursor: byBalance },
    read: ({ db }, request) =>
      queryInstanceHolders(db, { token, tokenId: call.params.token_id_param }, request),
    present: (context, rows) => presentHolders(context, token, rows),
  });
  const isOwned = hasTrait(token.type, 'unique');
  return { ...page, meta: page.meta ?? (isOwned ? null : await describeHolders(call.db, token.balances_by)) };
});

/** Sorted again: the contract's current answers may differ from the values that the rows are ranked by. */
async function presentHolders(
  context: CallContext,
  token: TokenRow,
  rows: readonly (HolderRow & WithMentioned)[],
): Promise<TokenHolder[]> {
  const mentioned = await readMentioned(context.db, rows);
  const ids = rows.flatMap(({ token_id }) => token_id ?? []);
  const isById = isHeldById(token.type);
  // the owner of an NFT is known by its last transfer
  const isReadable = isById || ids.length === 0;
  const held = rows.map((row) => ({ row, holder: row.holder, tokenId: row.token_id, isReadable }));
  const [balances, supplies, addresses] = await Promise.all([
    loadBalances(context, held),
    findIdSupplies(context.db, token, isById ? ids : []),
    mentioned
      ? toAddressMap(context.db, mentioned.addresses)
      : loadAddressesOf(context.db, rows, (row) => row.holder),
  ]);
  const rankOf = ({ value, sum }: KnownBalance) => BigInt(value ?? sum ?? 0);
  return balances
    .filter(({ balance }) => rankOf(balance) > 0n)
    .sort(
      (left, right) =>
        descending(BigInt(left.tokenId ?? 0), BigInt(right.tokenId ?? 0)) ||
        descending(rankOf(left.balance), rankOf(right.balance)),
    )
    .map(({ holder, tokenId, balance }) => ({
      address: presentAddress(holder, addresses),
      value: balance.value,
      token_id: tokenId,
      id_supply: supplies.get(tokenId ?? '') ?? null,
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
