import { loadAddresses, loadIndexerState } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { implement } from '@/lib/api/implement';
import { toHeight, toIndex } from '@/lib/api/lists/cursors';
import { searchPage } from '@/lib/api/lists/implement-list';
import { presentTimestamp } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import {
  getUserOperationStatus,
  listUserOperationBundles,
  listUserOperations,
} from '@/lib/endpoints/user-operation';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { presentUserOperation } from './present';
import {
  countBundledOperations,
  type OperationPosition,
  listUserOperations as queryOperations,
  type UserOperationRow,
} from './query';
import { byToken, sized } from './token-pages-loader';

const byPosition = byToken<OperationPosition, OperationPosition>(
  (text) => {
    const [block_number = 0, transaction_index = 0, log_index = 0] = text.split(',').map(Number);
    return { block_number, transaction_index, log_index };
  },
  ({ block_number, transaction_index, log_index }) => [block_number, transaction_index, log_index].join(),
);

/** GET /proxy/account-abstraction/operations. */
export const userOperationsOperation = implement(listUserOperations, (call) => {
  const { transaction_hash, block_number, factory, paymaster, bundle_index } = call.query;
  const scope = {
    ...scopeOf(call.query),
    transaction: toBuffer(transaction_hash),
    block: block_number === undefined ? undefined : toHeight(block_number),
    sender: toBuffer(call.query.sender),
    factory: toBuffer(factory),
    paymaster: toBuffer(paymaster),
    bundleIndex: bundle_index === undefined ? undefined : toIndex(bundle_index),
  };
  return searchPage(sized(call), {
    cursor: byPosition,
    read: ({ db }, page) => queryOperations(db, scope, page),
    present: async ({ db }, rows) => {
      const parties = rows.flatMap((row) => [row.sender, row.paymaster, row.bundler, row.entry_point]);
      const addresses = await loadAddresses(db, parties);
      return rows.flatMap((row) => presentUserOperation(row, addresses) ?? []);
    },
  });
});

const toBuffer = (text: string | undefined) => (text === undefined ? undefined : hexToBuffer(text));
const scopeOf = ({
  bundler,
  entry_point,
}: {
  bundler?: string | undefined;
  entry_point?: string | undefined;
}) => ({
  bundler: toBuffer(bundler),
  entryPoint: toBuffer(entry_point),
});

/** GET /proxy/account-abstraction/bundles. */
export const userOperationBundlesOperation = implement(listUserOperationBundles, (call) =>
  searchPage(sized(call), {
    cursor: byPosition,
    read: ({ db }, page) => queryOperations(db, { ...scopeOf(call.query), isFirst: true }, page),
    present: ({ db }, rows) => presentBundles(db, rows),
  }),
);

/** Bundles, by the first operation of each. */
async function presentBundles(db: Database, rows: readonly UserOperationRow[]) {
  const bundlers = rows.map(({ bundler }) => bundler);
  const [addresses, counts] = await Promise.all([
    loadAddresses(db, bundlers),
    countBundledOperations(db, rows),
  ]);
  return rows.map((row, at) => ({
    transaction_hash: bufferToHex(row.transaction_hash),
    block_number: String(row.block_number),
    bundle_index: row.bundle_index,
    timestamp: presentTimestamp(row.timestamp),
    bundler: presentAddress(row.bundler, addresses),
    total_ops: counts[at] ?? 0,
  }));
}

/** GET /proxy/account-abstraction/status. */
export const userOperationStatusOperation = implement(getUserOperationStatus, async ({ db }) => {
  const state = await loadIndexerState(db);
  const tip = state?.tip_number ?? null;
  const isFinished = tip !== null && tip >= (state?.remote_head ?? tip);
  const version = {
    ...{ enabled: true, live: true },
    ...{ past_db_logs_indexing_finished: isFinished, past_rpc_logs_indexing_finished: isFinished },
  };
  return { finished_past_indexing: isFinished, v06: version, v07: version, v08: version, v09: version };
});
