import type { NewRow } from '@/lib/db/tables';
import { type BlockAccessList, countAccesses } from '@/lib/evm/block-access-list';
import type { BlockRows } from './block-rows';
import type { BlockBundle } from './bundle';

/** The row of the access list that the header commits to, without the list if it is not known, and the balances in it. */
export function decodeAccessListRows({
  block: { number, blockAccessListHash: hash },
  accessList,
}: BlockBundle): Pick<BlockRows, 'access_lists' | 'coin_balances'> {
  if (hash === null) return { access_lists: [], coin_balances: [] };
  const counts = accessList && countAccesses(accessList.list);
  const row = {
    block_number: number,
    hash,
    rlp: accessList?.rlp ?? null,
    accounts: counts?.accounts ?? null,
    changed_slots: counts?.changedSlots ?? null,
    read_slots: counts?.readSlots ?? null,
  };
  return {
    access_lists: [row],
    coin_balances: accessList ? decodeCoinBalances(number, accessList.list) : [],
  };
}

/** The balances after the block that it changed. */
export function decodeCoinBalances(height: number, list: BlockAccessList): NewRow<'coin_balances'>[] {
  return list.flatMap(({ address, balanceChanges }) => {
    const last = balanceChanges.at(-1);
    return last ? [{ address, block_number: height, balance: last.value }] : [];
  });
}
