import { presentAddress } from '@/lib/api/address/present';
import { presentTokenOf } from '@/lib/api/token/present';
import { presentQuantity, presentTimestamp } from '@/lib/api/values';
import type { FlowEdge, FlowNode, MoneyFlow } from '@/lib/endpoints/money-flow';
import { bufferToHex } from '@/lib/evm/hex';
import { hasTrait } from '@/lib/evm/token-standards';
import type { Flow, FlowAccount, FlowBranch } from './loader';

type Place = Readonly<{ block_number: number; transaction_index: number }>;
/** The transactions of a flow by place. */
export type PlacedTransactions = ReadonlyMap<string, Readonly<{ hash: Buffer; timestamp: number }>>;

/** The key of a transaction in the chain. */
export const placeKey = ({ block_number, transaction_index }: Place) =>
  `${block_number}/${transaction_index}`;

/** The places that a flow mentions. */
export function listPlaces({ accounts, branches }: Flow): Place[] {
  return [
    ...branches.flatMap(({ nearest, farthest }) => [nearest, farthest]),
    ...accounts.flatMap(({ end }) => end ?? []),
  ];
}

/** Presents a flow; a branch whose block was just removed is left out. */
export function presentFlow(
  flow: Flow,
  context: Readonly<{
    direction: MoneyFlow['direction'];
    hasTraces: boolean;
    transactions: PlacedTransactions;
  }>,
): MoneyFlow {
  const { direction, hasTraces, transactions } = context;
  const indexes = new Map(flow.accounts.map((account, index) => [account, index]));
  return {
    direction,
    nodes: flow.accounts.map((account) => presentNode(account, flow, transactions)),
    edges: flow.branches.flatMap((branch) => {
      const ends = [branch.at, branch.leadsTo].map((account) => indexes.get(account) ?? 0);
      const [from = 0, to = 0] = direction === 'out' ? ends : ends.toReversed();
      return presentEdge(branch, { ends: { from, to }, context, flow });
    }),
    has_traces: hasTraces,
  };
}

function presentNode(account: FlowAccount, flow: Flow, transactions: PlacedTransactions): FlowNode {
  const end = account.end && transactions.get(placeKey(account.end));
  return {
    hop: account.hop,
    address: presentAddress(account.address, flow.addresses),
    stop: account.stop,
    is_open: account.isOpen,
    branches_count: account.branchesCount,
    read_to: end === undefined ? null : presentTimestamp(end.timestamp),
  };
}

type EdgeContext = Readonly<{
  ends: { from: number; to: number };
  context: { direction: MoneyFlow['direction']; transactions: PlacedTransactions };
  flow: Pick<Flow, 'tokens'>;
}>;

function presentEdge(branch: FlowBranch, { ends, context, flow }: EdgeContext): FlowEdge[] {
  const { nearest, farthest, token } = branch;
  const both = context.direction === 'out' ? [nearest, farthest] : [farthest, nearest];
  const [first, last] = both.flatMap((place) => presentPlace(place, context.transactions));
  if (first === undefined || last === undefined) return [];
  const isNft = token !== null && hasTrait(token.token_type, 'ids');
  return [
    {
      ...ends,
      token: token === null ? null : presentTokenOf(token, flow.tokens),
      token_id: isNft ? branch.tokenId : null,
      amount: presentQuantity(branch.amount),
      count: branch.count,
      first,
      last,
    },
  ];
}

function presentPlace(place: Place, transactions: PlacedTransactions): FlowEdge['first'][] {
  const found = transactions.get(placeKey(place));
  if (found === undefined) return [];
  return [
    {
      block_number: place.block_number,
      transaction_hash: bufferToHex(found.hash),
      timestamp: presentTimestamp(found.timestamp),
    },
  ];
}
