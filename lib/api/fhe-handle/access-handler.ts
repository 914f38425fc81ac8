import { loadAddresses } from '@/lib/api/address/mention-loader';
import { findLatestBlock } from '@/lib/api/block/query';
import { listAcls } from '@/lib/api/fhe-deployment/query';
import { implement } from '@/lib/api/implement';
import { byLog } from '@/lib/api/lists/cursors';
import { implementList } from '@/lib/api/lists/implement-list';
import { listAddressFheDelegations, listAddressFheHandles } from '@/lib/endpoints/fhe-access';
import { hexToBuffer } from '@/lib/evm/hex';
import { presentAccountDelegation, presentGranted } from './access-present';
import { listGrantsTo } from './account-query';
import { latestOf } from './delegations-loader';
import { listDelegationLogs } from './details-query';
import { addressIn } from './present';

/** GET /addresses/{address}/fhe/handles. */
export const addressFheHandlesOperation = implementList(listAddressFheHandles, {
  cursor: byLog,
  read: async ({ db, params }, { after: before, limit }) => {
    const acls = await listAcls(db);
    return listGrantsTo(db, hexToBuffer(params.address_hash_param), { acls, before, limit });
  },
  present: async ({ db }, rows) => {
    const addresses = await loadAddresses(
      db,
      rows.map(({ topic1 }) => addressIn(topic1)),
    );
    return rows.map((row) => presentGranted(row, addresses));
  },
});

/** GET /addresses/{address}/fhe/delegations. */
export const addressFheDelegationsOperation = implement(listAddressFheDelegations, async ({ db, params }) => {
  const account = hexToBuffer(params.address_hash_param);
  const acls = await listAcls(db);
  const [by, to, latest] = await Promise.all([
    listDelegationLogs(db, [account], { acls }),
    listDelegationLogs(db, [account], { acls, side: 'to' }),
    findLatestBlock(db),
  ]);
  const found = [
    ...latestOf(by).map((one) => ({ ...one, direction: 'by' as const })),
    ...latestOf(to).map((one) => ({ ...one, direction: 'to' as const })),
  ].sort(
    ({ log: one }, { log: other }) =>
      other.block_number - one.block_number || other.log_index - one.log_index,
  );
  const addresses = await loadAddresses(
    db,
    found.flatMap(({ delegator, delegate, contract }) => [delegator, delegate, contract]),
  );
  return {
    items: found.map((one) => presentAccountDelegation(one, { addresses, now: latest?.timestamp ?? 0 })),
  };
});
