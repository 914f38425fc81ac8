import { loadAddresses } from '@/lib/api/address/mention-loader';
import { inBlock } from '@/lib/api/lists/cursors';
import { implementList } from '@/lib/api/lists/implement-list';
import { listContractUpgrades } from '@/lib/endpoints/upgrade';
import { hexToBuffer } from '@/lib/evm/hex';
import { contractsOf, decodeUpgradeRows, presentUpgrades } from './upgrades-present';
import { listUpgrades, type UpgradeRow } from './upgrades-query';

/** GET /smart-contracts/{address}/upgrades. */
export const contractUpgradesOperation = implementList(listContractUpgrades, {
  cursor: {
    position: inBlock.position,
    next: ({ block_number, log_index: index }: Pick<UpgradeRow, 'block_number' | 'log_index'>, items_count) =>
      inBlock.next({ block_number, index }, items_count),
  },
  read: ({ db, params }, { after: before, limit }) =>
    listUpgrades(db, hexToBuffer(params.address_hash_param), { before, limit }),
  present: async ({ db }, rows) => {
    const decoded = decodeUpgradeRows(rows);
    const named = decoded.flatMap(contractsOf);
    const emitters = decoded.map(({ address }) => address);
    const addresses = await loadAddresses(db, [...emitters, ...named], [...emitters, ...named]);
    return presentUpgrades(decoded, addresses);
  },
});
