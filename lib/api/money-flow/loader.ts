import { loadAddresses, loadAddressesOf, loadTokens } from '@/lib/api/address/mention-loader';
import type { AddressMap } from '@/lib/api/address/present';
import type { BlockRange } from '@/lib/api/block/query';
import type { TokenMap } from '@/lib/api/token/present';
import type { Database } from '@/lib/db/open-database';
import { readDecimals } from '@/lib/endpoints/csv';
import {
  BUSY_FROM,
  type FLOW_STOPS,
  MAX_BRANCHES,
  MAX_FLOW_SCAN,
  MAX_OPENED,
} from '@/lib/endpoints/money-flow';
import { hasTrait } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { type Branch, joinMoments, joinScans, rankBranches, sumBranches } from './branches';
import {
  findBusy,
  listCallMoves,
  listTokenMoves,
  listValueMoves,
  type Moment,
  type MoveRow,
  type MoveScan,
  type MoveScope,
} from './query';

/** What a flow follows. `least` is in whole units, a decimal; `asset` a token, null for coin, undefined for all. */
export type FlowRequest = Readonly<{
  address: Buffer;
  direction: MoveScope['direction'];
  asset: Buffer | null | undefined;
  least: string | undefined;
  blocks: BlockRange;
  /** The transaction of the first step. */
  inside: MoveScope['inside'];
  open: readonly Buffer[];
}>;

/** An account of a flow. */
export type FlowAccount = {
  hop: number;
  address: Buffer;
  /** When the money arrived there, or left; undefined for the first account. */
  moment: Moment | undefined;
  stop: (typeof FLOW_STOPS)[number] | null;
  isOpen: boolean;
  branchesCount: number;
  /** Where reading ended, if not all was read. */
  end: MoveRow | undefined;
};

/** A branch with the account that it was found at, and the one that it leads to. */
export type FlowBranch = Branch & Readonly<{ at: FlowAccount; leadsTo: FlowAccount }>;

/** A flow with what it mentions. */
export type Flow = Readonly<{
  accounts: readonly FlowAccount[];
  branches: readonly FlowBranch[];
  addresses: AddressMap;
  tokens: TokenMap;
}>;

/** Follows money step by step: each account is opened where it first appears, 1 + MAX_OPENED in all. */
export async function loadFlow(db: Database, request: FlowRequest): Promise<Flow> {
  const wanted = new Set(request.open.slice(0, MAX_OPENED).map((address) => address.toString('hex')));
  wanted.add(request.address.toString('hex'));
  const root = newAccount(0, request.address, undefined);
  const accounts = [root];
  const branches: FlowBranch[] = [];
  const addresses = new Map(await loadAddresses(db, [request.address]));
  const tokens: Map<string, NonNullable<ReturnType<TokenMap['get']>>> = new Map();
  for (let frontier = [root]; frontier.length > 0; ) {
    const reached = new Map<string, FlowAccount>();
    for (const at of frontier) {
      if (at.stop !== null || !wanted.delete(at.address.toString('hex'))) continue;
      const found = await loadBranches(db, at, request);
      for (const [key, token] of found.tokens) tokens.set(key, token);
      for (const branch of found.branches)
        branches.push({ ...branch, at, leadsTo: reach(reached, { at, branch, request }) });
    }
    frontier = [...reached.values()];
    const known = await loadAddressesOf(db, frontier, ({ address }) => address);
    for (const [key, row] of known) addresses.set(key, row);
    await stopWhere(db, frontier, { known, opened: accounts.filter(({ isOpen }) => isOpen) });
    accounts.push(...frontier);
  }
  return { accounts, branches, addresses, tokens };
}

function newAccount(hop: number, address: Buffer, moment: Moment | undefined): FlowAccount {
  return { hop, address, moment, stop: null, isOpen: false, branchesCount: 0, end: undefined };
}

/** The account of the next step that a branch leads to, with the moment that is the nearest of all branches. */
function reach(
  reached: Map<string, FlowAccount>,
  { at, branch, request }: { at: FlowAccount; branch: Branch; request: FlowRequest },
): FlowAccount {
  const key = branch.other.toString('hex');
  const known = reached.get(key) ?? newAccount(at.hop + 1, branch.other, branch.moment);
  known.moment = joinMoments(known.moment ?? branch.moment, branch.moment, request.direction);
  reached.set(key, known);
  return known;
}

/** The branches of an account that is opened here. */
async function loadBranches(db: Database, at: FlowAccount, request: FlowRequest) {
  const { direction, asset, least } = request;
  const { rows, end } = await readMoves(db, at, request);
  const ofAsset = rows.filter(({ token_address: token }) =>
    asset === undefined ? true : asset === null ? token === null : token?.equals(asset) === true,
  );
  const all = sumBranches(ofAsset, direction);
  const ofBranches = (branches: readonly Branch[]) =>
    branches.flatMap(({ token }) => token?.token_address ?? []);
  const known = least === undefined ? new Map() : await loadTokens(db, ofBranches(all));
  const enough = least === undefined ? all : all.filter((branch) => isAtLeast(branch, least, known));
  const branches = rankBranches(enough, asset === undefined ? 'count' : 'amount', MAX_BRANCHES);
  Object.assign(at, { isOpen: true, branchesCount: enough.length, end });
  return { branches, tokens: await loadTokens(db, ofBranches(branches)) };
}

async function readMoves(db: Database, at: FlowAccount, request: FlowRequest): Promise<MoveScan> {
  const { direction, asset, inside } = request;
  const scope: MoveScope = {
    ...{ address: at.address, direction, beyond: at.moment },
    inside: at.hop === 0 ? inside : undefined,
    blocks: rangeOf(at, request),
  };
  const nothing: MoveScan = { rows: [], end: undefined };
  const scans = await Promise.all([
    asset === null ? nothing : listTokenMoves(db, scope, MAX_FLOW_SCAN),
    asset ? nothing : listValueMoves(db, scope, MAX_FLOW_SCAN),
    asset ? nothing : listCallMoves(db, scope, MAX_FLOW_SCAN),
  ]);
  return joinScans(scans, direction);
}

/** The blocks that can have what follows. */
function rangeOf({ moment }: FlowAccount, { blocks, direction, inside }: FlowRequest): BlockRange {
  if (moment === undefined) {
    if (inside === undefined) return blocks;
    const { block_number: block } = inside;
    return { first: Math.max(blocks.first, block), beyond: Math.min(blocks.beyond, block + 1) };
  }
  return direction === 'out'
    ? { ...blocks, first: Math.max(blocks.first, moment.block_number) }
    : { ...blocks, beyond: Math.min(blocks.beyond, moment.block_number + 1) };
}

const COIN_DECIMALS = 18;

/** Whether the sum is known, and `least` whole units or more. */
function isAtLeast({ amount, token, tokenId }: Branch, least: string, tokens: TokenMap): boolean {
  const row = token && tokens.get(token.token_address.toString('hex'));
  const isCounted = tokenId !== null || hasTrait(token?.token_type, 'items');
  const decimals = token === null ? COIN_DECIMALS : isCounted ? 0 : readDecimals(row?.decimals);
  if (decimals === undefined) return false;
  const [whole = '0', fraction = ''] = least.split('.');
  const cut = fraction.slice(0, decimals).padEnd(decimals, '0');
  const isCut = /[1-9]/.test(fraction.slice(decimals));
  return amount !== null && amount >= BigInt(`${whole}${cut}`) + (isCut ? 1n : 0n);
}

const TAGS = /exchange|bridge|pool|custod|mixer/i;

/** Marks the accounts that nothing follows behind. */
async function stopWhere(
  db: Database,
  accounts: readonly FlowAccount[],
  { known, opened }: { known: AddressMap; opened: readonly FlowAccount[] },
): Promise<void> {
  const hashes = accounts.map(({ address }) => address);
  const [tokens, busy] = await Promise.all([loadTokens(db, hashes), findBusy(db, hashes, BUSY_FROM)]);
  const isIn = (list: readonly Buffer[], address: Buffer) => list.some((one) => one.equals(address));
  for (const account of accounts) {
    const { address } = account;
    const row = known.get(address.toString('hex'));
    const isLabeled = (row?.label ?? null) !== null;
    const isOfMany = row?.is_contract === true || row?.label_tags?.some((tag) => TAGS.test(tag)) === true;
    account.stop = address.equals(ZERO_ADDRESS)
      ? 'nobody'
      : (row?.pool ?? null) !== null
        ? 'pool'
        : isLabeled && isOfMany
          ? 'labeled'
          : tokens.has(address.toString('hex'))
            ? 'token'
            : isIn(busy, address)
              ? 'busy'
              : opened.some((one) => one.address.equals(address))
                ? 'shown'
                : null;
  }
}
