import type { z } from 'zod';
import { type CallContext, implement } from '@/lib/api/implement';
import { hasAll } from '@/lib/api/lists/cursors';
import { searchPage } from '@/lib/api/lists/implement-list';
import { presentToken } from '@/lib/api/token/present';
import { presentTokenInstance } from '@/lib/api/token-instance/present';
import { MAX_MENTIONED_BYTES } from '@/lib/api/token-instance/query';
import {
  type ListMeta,
  listAddressTokenBalances,
  listAddressTokens,
  MAX_BALANCES,
  type TokenBalance,
} from '@/lib/endpoints/holding';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import { loadKnownBalances, readAllBalances } from './balance-loader';
import { type BalanceKey, type BalanceRow, listBalances, positionAfter } from './balance-query';
import { BALANCE_READS } from './known-balance-loader';

/** GET /addresses/{address}/tokens. */
export const addressTokensOperation = implement(listAddressTokens, async (call) => {
  const unknown = new Set<string>();
  const page = await searchPage(call, {
    maxReads: BALANCE_READS,
    cursor: byTokenAndId,
    read: ({ db, params, query }, request) =>
      listBalances(db, hexToBuffer(params.address_hash_param), {
        ...{ ...request, types: query.type ?? [], maxBytes: MAX_MENTIONED_BYTES },
      }),
    present: async (context, rows) => {
      const { items, left } = await presentBalances(context, rows);
      for (const token of left) unknown.add(token);
      return items;
    },
  });
  return { ...page, meta: page.meta ?? (unknown.size === 0 ? null : describeUnknown(unknown.size)) };
});

const byTokenAndId = {
  position: (query: z.output<typeof listAddressTokens.query>) =>
    hasAll(query, 'token_contract_address_hash')
      ? { token: hexToBuffer(query.token_contract_address_hash), tokenId: query.token_id?.toString() ?? null }
      : undefined,
  // always with an ID: clients put a cursor over the one before
  next: (key: BalanceKey, items_count: number) => {
    const { token, tokenId } = positionAfter(key);
    return { token_contract_address_hash: bufferToAddress(token), token_id: tokenId, items_count };
  },
};

function describeUnknown(count: number): ListMeta {
  return { status: 'partial', ...message('tokens_without_balances', { count }) };
}

/** GET /addresses/{address}/token-balances. */
export const addressTokenBalancesOperation = implement(listAddressTokenBalances, async (call) => {
  const rows = await readAllBalances(call.db, hexToBuffer(call.params.address_hash_param), MAX_BALANCES);
  return (await presentBalances(call, rows)).items;
});

type AddressCall = CallContext & Readonly<{ params: { address_hash_param: string } }>;

/** The balances above zero, and the tokens of those that are left out as they are unknown. */
async function presentBalances({ params, ...context }: AddressCall, rows: readonly BalanceRow[]) {
  const { balances, tokens } = await loadKnownBalances(context, hexToBuffer(params.address_hash_param), rows);
  const items = balances.flatMap(({ row, balance }): TokenBalance[] => {
    const token = tokens.get(row.token_address.toString('hex'));
    if (!token || balance.value === null || balance.value === '0') return [];
    const { instance } = row;
    return [
      {
        token: presentToken(token),
        token_id: row.token_id,
        token_instance: instance ? presentTokenInstance(instance, NESTED, balance) : null,
        value: balance.value,
        balance_source: balance.source,
        balance_block: balance.block,
      },
    ];
  });
  const left = balances.filter(({ balance }) => balance.value === null);
  return { items, left: left.map(({ row }) => row.token_address.toString('hex')) };
}

/** An ID that is held by several has no owner. */
const NESTED = { addresses: new Map(), token: null };
