import type { Database } from '@/lib/db/open-database';
import {
  getAccountFactory,
  getUserOperationAccount,
  getUserOperationBundler,
  getUserOperationPaymaster,
  getUserOperationStatus,
  listAccountFactories,
  listUserOperationAccounts,
  listUserOperationBundlers,
  listUserOperationBundles,
  listUserOperationPaymasters,
  listUserOperations,
} from '@/lib/endpoints/user-operation';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import {
  type BundleRow,
  countParticipations,
  listBundles,
  listParticipants,
  type OperationPosition,
  type OperationRole,
  type ParticipantRow,
  listUserOperations as queryOperations,
} from '@/lib/queries/user-operation';
import { type CallContext, implement } from '../implement';
import { type ListPage, readPage } from '../implement-list';
import { loadAddresses, loadIndexerState } from '../loaders/mentions';
import { presentAddress } from '../present/address';
import { presentUserOperation } from '../present/user-operation';
import { presentTimestamp } from '../present/values';

type PageQuery = { page_token?: string | undefined; page_size?: bigint | undefined };

/** Reads a page whose size is called otherwise. */
const sized = <C extends CallContext & { query: PageQuery }>({ query, ...call }: C) => ({
  ...call,
  query: { ...query, limit: query.page_size },
});

/** A cursor in one text. */
function byToken<Position, Key>(
  parse: (text: string) => Position,
  write: (key: Key) => string,
): { position(query: PageQuery): Position | undefined; next(last: Key, size: number): Next } {
  return {
    position: ({ page_token }) => (page_token === undefined ? undefined : parse(page_token)),
    next: (last, page_size) => ({ page_token: write(last), page_size }),
  };
}

type Next = { page_token: string; page_size: number };
type Place = Pick<OperationPosition, 'block_number' | 'transaction_index'>;

const byPosition = byToken<OperationPosition, OperationPosition>(
  (text) => {
    const [block_number = 0, transaction_index = 0, log_index = 0] = text.split(',').map(Number);
    return { block_number, transaction_index, log_index };
  },
  ({ block_number, transaction_index, log_index }) => [block_number, transaction_index, log_index].join(),
);
const byPlace = byToken<Place, Place>(
  (text) => {
    const [block_number = 0, transaction_index = 0] = text.split(',').map(Number);
    return { block_number, transaction_index };
  },
  ({ block_number, transaction_index }) => [block_number, transaction_index].join(),
);
const byAddress = byToken<Buffer, ParticipantRow>(hexToBuffer, ({ address }) => bufferToAddress(address));

/** GET /proxy/account-abstraction/operations. */
export const userOperationsOperation = implement(listUserOperations, (call) => {
  const { transaction_hash, sender, paymaster } = call.query;
  const toBuffer = (text: string | undefined) => (text === undefined ? undefined : hexToBuffer(text));
  const scope = {
    transaction: toBuffer(transaction_hash),
    sender: toBuffer(sender),
    paymaster: toBuffer(paymaster),
  };
  return readPage(sized(call), {
    cursor: byPosition,
    read: ({ db }, page) => queryOperations(db, scope, page),
    present: async ({ db }, rows) => {
      const parties = rows.flatMap((row) => [row.sender, row.paymaster, row.bundler, row.entry_point]);
      const addresses = await loadAddresses(db, parties);
      return rows.flatMap((row) => presentUserOperation(row, addresses) ?? []);
    },
  });
});

/** GET /proxy/account-abstraction/bundles. */
export const userOperationBundlesOperation = implement(listUserOperationBundles, (call) =>
  readPage(sized(call), {
    cursor: byPlace,
    read: ({ db }, page) => listBundles(db, page),
    present: ({ db }, rows) => presentBundles(db, rows),
  }),
);

async function presentBundles(db: Database, rows: readonly BundleRow[]) {
  const addresses = await loadAddresses(
    db,
    rows.map(({ bundler }) => bundler),
  );
  return rows.map((row) => ({
    transaction_hash: bufferToHex(row.transaction_hash),
    block_number: String(row.block_number),
    // one bundle a transaction: calls of an EntryPoint inside others are not told apart
    bundle_index: 0,
    timestamp: presentTimestamp(row.timestamp),
    bundler: presentAddress(row.bundler, addresses),
    total_ops: row.operations,
  }));
}

type ListCall = CallContext & { query: PageQuery };

function readParticipants(call: ListCall, role: OperationRole): Promise<ListPage<Participant, Next>> {
  return readPage(sized(call), {
    cursor: byAddress,
    read: ({ db }, page) => listParticipants(db, role, page),
    present: ({ db }, rows) => presentParticipants(db, rows),
  });
}

async function presentParticipants(db: Database, rows: readonly ParticipantRow[]) {
  const addresses = await loadAddresses(
    db,
    rows.map(({ address }) => address),
  );
  return rows.map(({ address, operations }) => ({
    address: presentAddress(address, addresses),
    total_ops: operations,
  }));
}

async function findParticipant({ db }: CallContext, role: OperationRole, hash: string) {
  const address = hexToBuffer(hash);
  const operations = await countParticipations(db, role, address);
  const [found] = await presentParticipants(db, [{ address, operations }]);
  return found;
}

/** GET /proxy/account-abstraction/accounts. */
export const userOperationAccountsOperation = implement(listUserOperationAccounts, (call) =>
  readParticipants(call, 'wallet'),
);
/** GET /proxy/account-abstraction/bundlers. */
export const userOperationBundlersOperation = implement(listUserOperationBundlers, (call) =>
  readParticipants(call, 'bundler'),
);
/** GET /proxy/account-abstraction/paymasters. */
export const userOperationPaymastersOperation = implement(listUserOperationPaymasters, (call) =>
  readParticipants(call, 'paymaster'),
);
/** GET /proxy/account-abstraction/accounts/{address}. */
export const userOperationAccountOperation = implement(getUserOperationAccount, (call) =>
  findParticipant(call, 'wallet', call.params.address_hash_param),
);
/** GET /proxy/account-abstraction/bundlers/{address}. */
export const userOperationBundlerOperation = implement(getUserOperationBundler, (call) =>
  findParticipant(call, 'bundler', call.params.address_hash_param),
);
/** GET /proxy/account-abstraction/paymasters/{address}. */
export const userOperationPaymasterOperation = implement(getUserOperationPaymaster, (call) =>
  findParticipant(call, 'paymaster', call.params.address_hash_param),
);

/** GET /proxy/account-abstraction/factories. */
export const accountFactoriesOperation = implement(listAccountFactories, (call) =>
  readPage(sized(call), {
    cursor: byAddress,
    read: ({ db }, page) => listParticipants(db, 'factory', page),
    present: async ({ db }, rows) => (await presentParticipants(db, rows)).map(asFactory),
  }),
);
/** GET /proxy/account-abstraction/factories/{address}. */
export const accountFactoryOperation = implement(getAccountFactory, async (call) => {
  const found = await findParticipant(call, 'factory', call.params.address_hash_param);
  return found && asFactory(found);
});

type Participant = Awaited<ReturnType<typeof presentParticipants>>[number];

/** A factory takes part once for each account that it deploys. */
const asFactory = ({ address, total_ops }: Participant) => ({ address, total_accounts: total_ops });

/** GET /proxy/account-abstraction/status. */
export const userOperationStatusOperation = implement(getUserOperationStatus, async ({ db }) => {
  const state = await loadIndexerState(db);
  const tip = state?.tip_number ?? null;
  const isFinished = tip !== null && tip >= (state?.remote_head ?? tip);
  const version = {
    ...{ enabled: true, live: true },
    ...{ past_db_logs_indexing_finished: isFinished, past_rpc_logs_indexing_finished: isFinished },
  };
  return { finished_past_indexing: isFinished, v06: version, v07: version, v08: version };
});
