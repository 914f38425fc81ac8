import { loadAddresses } from '@/lib/api/address/mention-loader';
import { presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { findLatestBlock } from '@/lib/api/block/query';
import type { CallContext } from '@/lib/api/implement';
import { byLog } from '@/lib/api/lists/cursors';
import { implementList } from '@/lib/api/lists/implement-list';
import { listFheHandleAccess, listFheHandleHistory, listFheHandleUses } from '@/lib/endpoints/fhe-handle';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadDelegations, presentDelegation } from './delegations-loader';
import { addressIn, callerOf, presentEvent, presentOperationAt, presentPosition } from './present';
import { type HandleLogRow, listFirstGrants, listHistory, listUses } from './query';
import { loadSources } from './sources-loader';

/** GET /fhe/handles/{handle}/uses. */
export const fheHandleUsesOperation = implementList(listFheHandleUses, {
  cursor: byLog,
  read: ({ db, params }, { after: before, limit }) =>
    listUses(db, hexToBuffer(params.handle_param), { before, limit }),
  present: async ({ db }, rows) => {
    const addresses = await loadAddresses(
      db,
      rows.map(({ caller }) => caller),
    );
    return rows.map((row) => presentOperationAt(row, addresses));
  },
});

/** GET /fhe/handles/{handle}/history. */
export const fheHandleHistoryOperation = implementList(listFheHandleHistory, {
  cursor: byLog,
  read: async ({ db, params }, { after: before, limit }) => {
    const handle = hexToBuffer(params.handle_param);
    const { all } = await loadSources(db, handle);
    return listHistory(db, handle, { sources: all, before, limit });
  },
  present: async ({ db }, rows) => {
    const addresses = await loadAddresses(
      db,
      rows.flatMap((row) => [
        ...[row.address, row.account, callerOf(row)],
        ...(row.kind === 'ConfidentialTransfer' ? [addressIn(row.topic1), addressIn(row.topic2)] : []),
      ]),
    );
    return rows.map((row) => presentEvent(row, addresses));
  },
});

/** GET /fhe/handles/{handle}/access. */
export const fheHandleAccessOperation = implementList(listFheHandleAccess, {
  cursor: byLog,
  read: async ({ db, params }, { after: before, limit }) => {
    const handle = hexToBuffer(params.handle_param);
    const sources = (await loadSources(db, handle)).of('Allowed');
    return listFirstGrants(db, handle, { sources, before, limit });
  },
  present: async (call, rows) => presentGrants(call, hexToBuffer(call.params.handle_param), rows),
});

async function presentGrants({ db }: Pick<CallContext, 'db'>, handle: Buffer, rows: readonly HandleLogRow[]) {
  const accounts = rows.flatMap(({ account }) => account ?? []);
  const latest = await findLatestBlock(db);
  const delegations = await loadDelegations(db, handle, { accounts, now: latest?.timestamp ?? 0 });
  const addresses = await loadAddresses(db, [
    ...accounts,
    ...rows.map(({ topic1 }) => addressIn(topic1)),
    ...delegations.flatMap(({ delegate, contract }) => [delegate, contract]),
  ]);
  return rows.flatMap((row) => {
    const { account } = row;
    if (account === null) return [];
    const own = delegations.filter(({ delegator }) => delegator.equals(account));
    return [
      {
        account: presentAddress(account, addresses),
        caller: presentOptionalAddress(addressIn(row.topic1), addresses),
        ...presentPosition(row),
        delegations: own.slice(0, 20).map((one) => presentDelegation(one, addresses)),
      },
    ];
  });
}
