import { loadDecodedNames } from '@/lib/api/address/decoded-name-loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { type CursorQuery, inBlock } from '@/lib/api/lists/cursors';
import { implementList, searchPage } from '@/lib/api/lists/implement-list';
import { type Log, listAddressLogs, listTransactionLogs, type logsCursor } from '@/lib/endpoints/log';
import { hexToBuffer } from '@/lib/evm/hex';
import { endWithData, nextLog, presentLogs, readTransactionLogs } from './loader';
import { listAddressLogsOfTopic, listAddressLogs as queryAddressLogs } from './query';

/** GET /addresses/{address}/logs. */
export const addressLogsOperation = implement(listAddressLogs, async (call) => {
  const page = await searchPage(call, {
    cursor: { position: (query: typeof call.query) => inBlock.position(query), next: nextLog },
    read: async ({ db }, { after: before, limit }) => {
      const { params, query } = call;
      const address = hexToBuffer(params.address_hash_param);
      if (query.topic === undefined)
        return endWithData(await queryAddressLogs(db, address, { before, limit }));
      const emitter = { address, topic: hexToBuffer(query.topic) };
      const { rows, scannedTo } = await listAddressLogsOfTopic(db, emitter, { before, limit });
      return endWithData(
        rows,
        scannedTo && { block_number: scannedTo.block_number, log_index: scannedTo.index },
      );
    },
    present: presentLogs,
  });
  return { ...page, ...(await nameParameters(call, page.items)) };
});

async function nameParameters({ db }: CallContext, logs: readonly Pick<Log, 'decoded'>[]) {
  return {
    addresses: await loadDecodedNames(
      db,
      logs.map(({ decoded }) => decoded),
    ),
  };
}

/** GET /transactions/{hash}/logs. */
export const transactionLogsOperation = implementList(listTransactionLogs, {
  cursor: { position: (query: CursorQuery<typeof logsCursor>) => query, next: nextLog },
  read: ({ params, query, ...context }, { after: cursor, limit }) => {
    const filter = {
      hash: hexToBuffer(params.transaction_hash_param),
      address: query.address === undefined ? undefined : hexToBuffer(query.address),
      topics: query.topic?.map(hexToBuffer),
    };
    return readTransactionLogs(context, filter, { cursor, limit });
  },
  present: presentLogs,
  extend: nameParameters,
});
