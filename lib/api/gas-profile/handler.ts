import { loadAddresses } from '@/lib/api/address/mention-loader';
import { loadCallTree, toIntrinsicGasFields } from '@/lib/api/call-tree/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import { findTransaction, type TransactionRow } from '@/lib/api/transaction/query';
import { type GasProfile, getGasProfile } from '@/lib/endpoints/gas-profile';
import type { CallTree } from '@/lib/evm/call-tree';
import { accountGas, type GasAccount, groupGas, ownGasOf } from '@/lib/evm/gas-profile';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { StorageWrites } from '@/lib/evm/storage-writes';
import { type MessageCode, message } from '@/lib/messages/message';
import { type LoadedGas, loadGasLines } from './line-loader';
import { presentLines } from './line-present';
import { withinCalls } from './line-sums';
import {
  nameMethods,
  type Profile,
  presentAccount,
  presentBars,
  presentContracts,
  presentMethods,
  presentWrites,
  targetOf,
} from './present';

const NO_ADDRESS = Buffer.alloc(0);

/** GET /transactions/{hash}/gas-profile. */
export const gasProfileOperation = implement(getGasProfile, async (call) => {
  const { db, services } = call;
  const hash = hexToBuffer(call.params.transaction_hash_param);
  const row = await findTransaction(db, hash);
  if (!row || row.gas_used === null) return undefined;
  const loaded = await loadCallTree(call, row);
  const { tree } = loaded;
  const gas = await loadGasLines(call, row, { tree, own: ownGasOf(tree, accountOf(row, tree, undefined)) });
  // one long trace at a time: a node of two cores that works at two answers nothing else
  const traced =
    gas.reason === 'node_timeout' ? undefined : await services.traces.storageWrites(db.chainId, hash);
  const writes = traced?.kind === 'answered' ? traced.value : undefined;
  const account = accountOf(row, tree, writes);
  const own = ownGasOf(tree, account);
  const addresses = await loadMentioned(call, tree, { writes, gas });
  const methods = await withNames(call, (signatures) => nameMethods(tree, { addresses, signatures }));
  const targets = tree.map(({ call: made }) => targetOf(made)?.toString('hex') ?? '');
  const byMethod = tree.map((_, at) => `${targets[at]}/${methods[at]}`);
  const profile = { tree, own, methods, addresses };
  return {
    source: loaded.source,
    calls_count: loaded.count,
    gas_used: row.gas_used,
    gas_limit: row.gas_limit,
    ...presentAccount(account),
    contracts: presentContracts(groupGas(tree, own, targets), profile),
    ...presentMethods(groupGas(tree, own, byMethod), profile),
    frames: presentBars(profile, BigInt(row.gas_used)),
    storage: writes === undefined ? null : presentWrites(writes, addresses),
    ...presentSources(gas, profile, account),
    meta: loaded.meta,
  };
});

function accountOf(row: TransactionRow, tree: CallTree, writes: StorageWrites | undefined): GasAccount {
  const root = tree[0]?.call ?? { gasLimit: null, gasUsed: null };
  // a transaction that failed gets no refund
  const counter = statusOf(row) === 'error' ? 0n : (writes?.refundCounter ?? null);
  return accountGas(toIntrinsicGasFields(row), root, counter);
}

function presentSources(loaded: LoadedGas, profile: Profile, account: GasAccount) {
  const { trace, codes, reason } = withinCalls(loaded, account);
  const { calls } = account;
  const { tree, methods, addresses } = profile;
  const named = new Map(
    tree.map(({ call: made }, at) => [
      `${bufferToHex(made.to ?? NO_ADDRESS)}/${bufferToHex(made.input.subarray(0, 4))}`,
      methods[at] ?? null,
    ]),
  );
  return {
    lines: trace === undefined ? null : presentLines(trace, codes, { addresses, calls, methods: named }),
    lines_meta: noteOf(reason, trace === undefined),
  };
}

function noteOf(reason: MessageCode | undefined, isMissing: boolean): GasProfile['lines_meta'] {
  return reason === undefined ? null : { status: isMissing ? 'unavailable' : 'partial', ...message(reason) };
}

type Mentioning = Readonly<{ writes: StorageWrites | undefined; gas: LoadedGas }>;

async function loadMentioned({ db }: CallContext, tree: CallTree, { writes, gas }: Mentioning) {
  const called = tree.map(({ call }) => targetOf(call));
  const written = (writes?.writes ?? []).map(({ address }) => address);
  return loadAddresses(
    db,
    [...called, ...written, ...[...gas.codes.values()].map(({ owner }) => owner)],
    called,
  );
}
