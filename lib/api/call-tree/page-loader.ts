import type { z } from 'zod';
import { loadDecodedNames } from '@/lib/api/address/decoded-name-loader';
import { withCalledAt, withDelegate } from '@/lib/api/address/delegate-loader';
import { loadAddresses } from '@/lib/api/address/mention-loader';
import type { AddressMap } from '@/lib/api/address/present';
import type { CallContext } from '@/lib/api/implement';
import { listTransactionLogs } from '@/lib/api/log/query';
import { withNames } from '@/lib/api/names/loader';
import { presentTransfer } from '@/lib/api/token-transfer/present';
import { listTransactionTransfers } from '@/lib/api/token-transfer/query';
import { loadReceiptTransfers } from '@/lib/api/token-transfer/receipt-loader';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { toBigint } from '@/lib/api/values';
import type { Database } from '@/lib/db/open-database';
import {
  type CallTree as Answer,
  type CallFrame,
  type getCallTree,
  MAX_FRAME_LOGS,
} from '@/lib/endpoints/call-tree';
import { type CallNode, type CallTree, chooseCalls, findFailingPosition, pathTo } from '@/lib/evm/call-tree';
import { accountGas, ownGasOf } from '@/lib/evm/gas-profile';
import { placeLogs } from '@/lib/evm/place-logs';
import type { Signatures } from '@/lib/evm/signatures';
import { presentCallFrame } from './frame-present';
import { type LoadedCalls, toIntrinsicGasFields } from './loader';
import { loadCallSearch } from './search-loader';

const SHOWN = 60;
const MAX_ANCESTORS = 40;

const EMPTY = {
  source: null,
  calls_count: 0,
  matches_count: 0,
  root: 0,
  failing: null,
  gas_used: null,
} as const;

/** An answer without calls. */
export function withoutCalls(meta: Answer['meta']): Answer {
  return { ...EMPTY, ancestors: [], frames: [], omissions: [], addresses: [], meta };
}

/** The part of a transaction's call tree that a query asks for; undefined if its root is no call of it. */
export async function loadTreePage(
  context: CallContext & { query: z.output<typeof getCallTree.query> },
  row: TransactionRow,
  loaded: LoadedCalls,
): Promise<Answer | undefined> {
  const { query } = context;
  const { tree, source, count, meta } = loaded;
  if (tree.length === 0) return withoutCalls(meta);
  const placed = await loadPlacedLogs(context, row, loaded);
  const emitter = query.log === undefined ? undefined : placed.get(Number(query.log));
  const root = emitter ?? positionOf(tree, query.root ?? 0n);
  if (root === undefined)
    return query.root !== undefined && query.root < count && meta
      ? { ...withoutCalls(meta), source, calls_count: count }
      : undefined;
  const failing = findFailingPosition(tree);
  const from = query.from === undefined ? undefined : positionOf(tree, query.from);
  const limit = Number(query.limit ?? SHOWN);
  const isFound = query.q ? await loadCallSearch(context, tree, query.q) : undefined;
  const { shown, omissions, matches } = chooseCalls(tree, { root, from, only: query.only, isFound, limit });
  const ancestors = shortenPath(pathTo(tree, root).slice(0, -1));
  const frames = await presentFrames(context, { tree, row, failing, placed }, { ancestors, shown });
  return {
    source,
    calls_count: count,
    matches_count: matches,
    root: indexOf(tree, root),
    failing: failing === undefined ? null : indexOf(tree, failing),
    gas_used: row.gas_used,
    ...frames,
    omissions: omissions.map(({ parent, from: first, next, children, calls }) => ({
      parent: indexOf(tree, parent),
      from: indexOf(tree, first),
      next: next === null ? null : indexOf(tree, next),
      children,
      calls,
    })),
    meta,
  };
}

/** Of very many enclosing calls, the outermost and the innermost ones. */
function shortenPath(path: readonly number[]): readonly number[] {
  if (path.length <= MAX_ANCESTORS) return path;
  return [...path.slice(0, MAX_ANCESTORS / 2), ...path.slice(-MAX_ANCESTORS / 2)];
}

/** Position of the call with an index; they differ only where a call of an unknown type was left out. */
function positionOf(tree: CallTree, index: bigint): number | undefined {
  const position = tree.findIndex(({ call }) => BigInt(call.index) === index);
  return position === -1 ? undefined : position;
}

const indexOf = (tree: CallTree, position: number) => tree[position]?.call.index ?? 0;

async function presentFrames(
  context: CallContext,
  {
    tree,
    row,
    failing,
    placed,
  }: { tree: CallTree; row: TransactionRow; failing: number | undefined; placed: PlacedLogs },
  { ancestors, shown }: { ancestors: readonly number[]; shown: readonly number[] },
) {
  const nodes = [...ancestors, ...shown].flatMap((position) => tree[position] ?? []);
  const addressesOf = await loadFrameAddresses(context.db, row, { tree, nodes });
  const logs = await loadFrameLogs(context, row, { placed, shown });
  const own = readOwnGas(tree, row);
  const present = (position: number, signatures: readonly Signatures[]) => {
    const node = tree[position];
    if (node === undefined) return [];
    const frame = presentCallFrame(node, {
      addresses: addressesOf(node),
      signatures,
      parent: node.parent === null ? null : indexOf(tree, node.parent),
      ownGas: own[position] ?? null,
      gasUsed: position === 0 ? toBigint(row.gas_used) : node.call.gasUsed,
      isFailing: position === failing,
    });
    return [{ ...frame, ...logs.get(position) }];
  };
  const presented = await withNames(context, (signatures) => ({
    ancestors: ancestors.flatMap((position) => present(position, signatures)),
    frames: shown.flatMap((position) => present(position, signatures)),
  }));
  const decoded = presented.frames.flatMap(({ decoded_input: input, results }) => [
    input,
    results && { parameters: results },
  ]);
  return { ...presented, addresses: await loadDecodedNames(context.db, decoded) };
}

/** The addresses to present a call with: its contract has the ABIs of what it ran then, above all of what this call ran. */
async function loadFrameAddresses(
  db: Database,
  { block_number, index: transaction_index }: TransactionRow,
  { tree, nodes }: Readonly<{ tree: CallTree; nodes: readonly CallNode[] }>,
): Promise<(node: CallNode) => AddressMap> {
  const placeOf = (address: Buffer) => ({ address, block_number, transaction_index });
  const called = nodes.flatMap((node) => [node.call.to, delegateOf(tree, node)]);
  const mentioned = nodes.flatMap(({ call }) => [call.from, call.to, call.createdContract]);
  const addresses = await loadAddresses(db, mentioned, called);
  const places = nodes.flatMap(({ call }) => (call.to === null ? [] : [placeOf(call.to)]));
  const addressesAt = await withCalledAt(db, addresses, places);
  return (node) => {
    const { to } = node.call;
    if (to === null) return addresses;
    const delegate = delegateOf(tree, node);
    const known = addressesAt(placeOf(to));
    return delegate === null ? known : withDelegate(known, to, delegate);
  };
}

/** Where a call of a proxy went on to with its whole input; null for other calls. */
function delegateOf(tree: CallTree, { call, children }: CallNode): Buffer | null {
  const calls = children.flatMap((child) => tree[child]?.call ?? []);
  return calls.find(({ type, input }) => type === 'delegatecall' && input.equals(call.input))?.to ?? null;
}

function readOwnGas(tree: CallTree, row: TransactionRow): readonly (bigint | null)[] {
  const root = tree[0]?.call;
  if (root === undefined || row.gas_used === null) return tree.map(({ ownGas }) => ownGas);
  return ownGasOf(tree, accountGas(toIntrinsicGasFields(row), root));
}

/** Logs that are placed, and transfers of a page. */
const MAX_LOGS = 1_000;
const MAX_TRANSFERS = 200;

/** The logs of the calls of a transaction: positions in its tree by log index. */
type PlacedLogs = ReadonlyMap<number, number>;

/** Loads the logs that are placed without doubt; none where a part of the calls or logs is missing. */
async function loadPlacedLogs(
  { db }: CallContext,
  row: TransactionRow,
  { tree, count }: LoadedCalls,
): Promise<PlacedLogs> {
  if (row.status === 0 || tree.length < count) return new Map();
  const all = { hash: row.hash, address: undefined, topics: undefined };
  const logs = await listTransactionLogs(db, all, { after: -1, limit: MAX_LOGS + 1 });
  const emitted = logs.flatMap(({ log_index: index, address, topic0, topic1, topic2, topic3, data }) =>
    data === null
      ? []
      : [{ index, address, topics: [topic0, topic1, topic2, topic3].flatMap((topic) => topic ?? []), data }],
  );
  return emitted.length > MAX_LOGS || emitted.length < logs.length ? new Map() : placeLogs(tree, emitted);
}

type FrameLogs = Pick<CallFrame, 'log_indexes' | 'token_transfers'>;

/** What the calls at these positions logged, by position. */
async function loadFrameLogs(
  context: CallContext,
  row: TransactionRow,
  { placed, shown }: Readonly<{ placed: PlacedLogs; shown: readonly number[] }>,
): Promise<ReadonlyMap<number, FrameLogs>> {
  const logsOf = new Map<number, number[]>(shown.map((position) => [position, []]));
  for (const [index, position] of placed) {
    const known = logsOf.get(position);
    if (known && known.length < MAX_FRAME_LOGS) known.push(index);
  }
  const wanted = new Set([...logsOf.values()].flat());
  const page = { start: undefined, types: [], limit: MAX_LOGS };
  const found = wanted.size === 0 ? [] : await listTransactionTransfers(context.db, row.hash, page);
  const rows = found.filter(({ log_index: index }) => wanted.has(index)).slice(0, MAX_TRANSFERS);
  const shared = rows.length === 0 ? undefined : await loadReceiptTransfers(context, row, rows);
  const transfers = shared === undefined ? [] : rows.map((one) => presentTransfer(one, shared));
  return new Map(
    [...logsOf].map(([position, indexes]) => {
      const own = new Set(indexes);
      return [
        position,
        {
          log_indexes: indexes.sort((left, right) => left - right),
          token_transfers: transfers.filter(({ log_index: index }) => own.has(index)),
        },
      ];
    }),
  );
}
