import { loadAddresses, loadAddressesOf } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { type CallContext, implement } from '@/lib/api/implement';
import { readPage } from '@/lib/api/lists/implement-list';
import { presentTimestamp } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import {
  getAccountFactory,
  getUserOperationAccount,
  getUserOperationBundler,
  getUserOperationPaymaster,
  listAccountFactories,
  listUserOperationAccounts,
  listUserOperationBundlers,
  listUserOperationPaymasters,
  type UserOperationAccount,
} from '@/lib/endpoints/user-operation-participant';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import {
  countBundles,
  countParticipations,
  findAccountCreations,
  listDeployedAccounts,
  listParticipants,
  type OperationRole,
  type ParticipantRow,
} from './participant-query';
import { byToken, sized } from './token-pages-loader';

const byAddress = byToken<Buffer, ParticipantRow>(hexToBuffer, ({ address }) => bufferToAddress(address));

async function presentParticipants(db: Database, rows: readonly ParticipantRow[]) {
  const addresses = await loadAddressesOf(db, rows, ({ address }) => address);
  return rows.map(({ address, operations }) => ({
    address: presentAddress(address, addresses),
    total_ops: operations,
  }));
}

async function presentAccounts(
  db: Database,
  rows: readonly ParticipantRow[],
): Promise<UserOperationAccount[]> {
  const accounts = rows.map(({ address }) => address);
  const creations = await findAccountCreations(db, accounts);
  const addresses = await loadAddresses(db, [...accounts, ...creations.map(({ factory }) => factory)]);
  return rows.map(({ address, operations }) => {
    const creation = creations.find((one) => one.address.equals(address));
    return {
      address: presentAddress(address, addresses),
      total_ops: operations,
      factory: creation ? presentAddress(creation.factory, addresses) : null,
      creation_op_hash: creation ? bufferToHex(creation.operation_hash) : null,
      creation_transaction_hash: creation ? bufferToHex(creation.transaction_hash) : null,
      creation_timestamp: creation ? presentTimestamp(creation.timestamp) : null,
    };
  });
}

async function presentBundlers(db: Database, rows: readonly ParticipantRow[]) {
  const counts = await countBundles(
    db,
    rows.map(({ address }) => address),
  );
  const presented = await presentParticipants(db, rows);
  return presented.map((one, at) => {
    const count = counts.find(({ address }) => rows[at]?.address.equals(address));
    return { ...one, total_bundles: count?.bundles ?? 0 };
  });
}

/** A factory takes part once for each account that it deploys. */
async function presentFactories(db: Database, rows: readonly ParticipantRow[]) {
  const presented = await presentParticipants(db, rows);
  return presented.map(({ address, total_ops }) => ({ address, total_accounts: total_ops }));
}

type Present<Item> = (db: Database, rows: readonly ParticipantRow[]) => Promise<Item[]>;
type ListCall = CallContext & Parameters<typeof sized>[0];

function readParticipants<Item>(call: ListCall, role: OperationRole, present: Present<Item>) {
  return readPage(sized(call), {
    cursor: byAddress,
    read: ({ db }, page) => listParticipants(db, role, page),
    present: ({ db }, rows) => present(db, rows),
  });
}

type OneCall = CallContext & { params: { address_hash_param: string } };

async function findParticipant<Item>({ db, params }: OneCall, role: OperationRole, present: Present<Item>) {
  const address = hexToBuffer(params.address_hash_param);
  const operations = await countParticipations(db, role, address);
  const [found] = await present(db, [{ address, operations }]);
  return found;
}

/** GET /proxy/account-abstraction/accounts. */
export const userOperationAccountsOperation = implement(listUserOperationAccounts, (call) => {
  const { factory } = call.query;
  if (factory === undefined) return readParticipants(call, 'wallet', presentAccounts);
  return readPage(sized(call), {
    cursor: byAddress,
    read: ({ db }, page) => listDeployedAccounts(db, hexToBuffer(factory), page),
    present: ({ db }, rows) => presentAccounts(db, rows),
  });
});
/** GET /proxy/account-abstraction/accounts/{address}. */
export const userOperationAccountOperation = implement(getUserOperationAccount, (call) =>
  findParticipant(call, 'wallet', presentAccounts),
);
/** GET /proxy/account-abstraction/bundlers. */
export const userOperationBundlersOperation = implement(listUserOperationBundlers, (call) =>
  readParticipants(call, 'bundler', presentBundlers),
);
/** GET /proxy/account-abstraction/bundlers/{address}. */
export const userOperationBundlerOperation = implement(getUserOperationBundler, (call) =>
  findParticipant(call, 'bundler', presentBundlers),
);
/** GET /proxy/account-abstraction/paymasters. */
export const userOperationPaymastersOperation = implement(listUserOperationPaymasters, (call) =>
  readParticipants(call, 'paymaster', presentParticipants),
);
/** GET /proxy/account-abstraction/paymasters/{address}. */
export const userOperationPaymasterOperation = implement(getUserOperationPaymaster, (call) =>
  findParticipant(call, 'paymaster', presentParticipants),
);
/** GET /proxy/account-abstraction/factories. */
export const accountFactoriesOperation = implement(listAccountFactories, (call) =>
  readParticipants(call, 'factory', presentFactories),
);
/** GET /proxy/account-abstraction/factories/{address}. */
export const accountFactoryOperation = implement(getAccountFactory, (call) =>
  findParticipant(call, 'factory', presentFactories),
);
