import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { isHeldById, TOKEN_TYPES, typesWith } from '@/lib/evm/token-standards';
import { findTip } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';
import type { BlockReference } from '@/lib/rpc/token-balances';
import { type BalanceContext, checkBalances } from './check-balances';
import { type BalanceSource, storeBalanceResults, type TransferCursor } from './fetched-balances';
import {
  type HolderCall,
  listInvalidatedCalls,
  listTopCalls,
  listTransferParties,
  type ScannedToken,
} from './transfer-parties';

/** Position in the sweep over all tokens, most holders first, and in the blocks. */
export type BalanceProgress = {
  sweep: Rank | undefined;
  sweptAt: number;
  seenBlock: number | undefined;
  moved: Map<string, Buffer>;
  hasFailed: boolean;
};

type Rank = Readonly<{ holders_count: number; address: Buffer }>;
type Candidate = Rank &
  ScannedToken &
  Readonly<{
    transfers_count: number;
    balances_by: BalanceSource | null;
    checked_block: number;
    checked_transfers: number;
  }>;

/** Blocks after which a token with new transfers, or one that rebases, is compared again. */
const CHECK_AGAIN_BLOCKS = 300;
/** The same for a token without transfers, if it has this many holders: it may start to rebase. */
const CHECK_QUIET_BLOCKS = 20_000;
const QUIET_HOLDERS = 10;
const SWEEP_PAGE = 200;
const TOKENS_PER_ROUND = 20;
const CALLS_PER_ROUND = 500;
const MAX_MOVED = 1_000;
const MAX_MOVED_TRANSFERS = 10_000;
const RECENT_BLOCKS = 100;
const PAUSE_MS = 1_000;
const IDLE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;
const SWEEP_EVERY_MS = 5 * 60_000;
const FIRST_RANK: Rank = { holders_count: Number.MAX_SAFE_INTEGER, address: Buffer.alloc(20, 0xff) };
const READABLE = TOKEN_TYPES.filter((type) => !typesWith('encrypted').includes(type));

/** Starts at the token with the most holders. */
export function startBalanceProgress(): BalanceProgress {
  return {
    sweep: undefined,
    sweptAt: Number.NEGATIVE_INFINITY,
    seenBlock: undefined,
    moved: new Map(),
    hasFailed: false,
  };
}

/**
 * Compares balances with the node's state until aborted, slowly, in parallel to the main loop: tokens that moved first,
 * then all of them in turn. Never throws.
 */
export async function watchBalances(
  context: BalanceContext,
  options: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  const { log, signal } = options;
  const progress = startBalanceProgress();
  await repeat({
    ...{ firstMs: IDLE_MS, maxMs: MAX_PAUSE_MS, signal },
    round: async () => ((await checkNextBalances(context, progress)) ? IDLE_MS : PAUSE_MS),
    onError: (error) => log.warn({ error }, 'could not compare token balances with the node; retrying'),
  });
}

/** One round; true when nothing is left to do for now. Throws AppError when the node does not answer. */
export async function checkNextBalances(
  context: BalanceContext,
  progress: BalanceProgress,
): Promise<boolean> {
  const { db } = context;
  const tip = await findTip(db);
  if (!tip) return true;
  await recordMovedTokens(db, progress, tip.number);
  const tokens = [...(await takeMoved(db, progress)), ...(await takeSwept(db, progress, tip.number))];
  try {
    const isDone = await checkTokens(context, { progress, tip, tokens });
    progress.hasFailed = false;
    return isDone && progress.sweep === undefined && progress.moved.size === 0;
  } catch (error) {
    // Retried once, then left to the next sweep: one of these tokens may cause the failure.
    if (!progress.hasFailed) for (const { address } of tokens) markMoved(progress, address);
    progress.hasFailed = true;
    throw error;
  }
}

async function checkTokens(
  context: BalanceContext,
  { progress, tip, tokens }: { progress: BalanceProgress; tip: BlockReference; tokens: readonly Candidate[] },
): Promise<boolean> {
  const { db } = context;
  const due = tokens.filter((token) => isDue(token, tip.number));
  await checkBalances(context, due);
  const checked = await readCandidates(
    db,
    tokens.map(({ address }) => address),
  );
  const isNew = new Set(due.map(({ address }) => address.toString('hex')));
  const calls = await listCalls(context, { progress, tip: tip.number, checked, isNew });
  await callBalances(context, tip, calls);
  return calls.cursors.length === 0;
}

function isDue(token: Candidate, tip: number): boolean {
  if (token.balances_by === null || token.checked_transfers < 0) return true;
  const age = tip - token.checked_block;
  const canMove = token.balances_by === 'calls' || token.checked_transfers !== token.transfers_count;
  if (canMove) return age >= CHECK_AGAIN_BLOCKS;
  return age >= CHECK_QUIET_BLOCKS && token.holders_count >= QUIET_HOLDERS;
}

/** Adds the tokens of the blocks since the last round. */
async function recordMovedTokens(db: Database, progress: BalanceProgress, tip: number): Promise<void> {
  const after = Math.max(Math.min(progress.seenBlock ?? 0, tip), tip - RECENT_BLOCKS);
  const rows = await db.sql<{ address: Buffer }[]>`
    select distinct token_address as address from (
      select token_address, token_type from ${db.schema}.token_transfers
      where block_number > ${after} and block_number <= ${tip}
      order by block_number desc, transaction_index desc, log_index desc limit ${MAX_MOVED_TRANSFERS}
    ) e where token_type = any(${toArrayLiteral(READABLE)}::text[])`;
  for (const { address } of rows) markMoved(progress, address);
  progress.seenBlock = tip;
}

function markMoved({ moved }: BalanceProgress, token: Buffer): void {
  if (moved.size < MAX_MOVED) moved.set(token.toString('hex'), token);
}

async function takeMoved(db: Database, { moved }: BalanceProgress): Promise<Candidate[]> {
  const next = [...moved].slice(0, TOKENS_PER_ROUND);
  for (const [key] of next) moved.delete(key);
  return readCandidates(
    db,
    next.map(([, address]) => address),
  );
}

/** The next tokens of the sweep that need attention. A page that fails is left to the next sweep. */
async function takeSwept(db: Database, progress: BalanceProgress, tip: number): Promise<Candidate[]> {
  if (!progress.sweep && performance.now() - progress.sweptAt >= SWEEP_EVERY_MS) progress.sweep = FIRST_RANK;
  if (!progress.sweep) return [];
  const { holders_count, address } = progress.sweep;
  const page = await db.sql<Candidate[]>`
    select ${candidateColumns(db)} from (
      select t.* from unnest(${toArrayLiteral(READABLE)}::text[]) as k (type) cross join lateral (
        select t.* from ${db.schema}.tokens t
        where t.type = k.type and (t.holders_count, t.address) < (${holders_count}::bigint, ${address}::bytea)
        order by t.holders_count desc, t.address desc limit ${SWEEP_PAGE}
      ) t
      order by t.holders_count desc, t.address desc limit ${SWEEP_PAGE}
    ) t
    left join ${db.schema}.token_balance_checks c on c.token_address = t.address
    order by t.holders_count desc, t.address desc`;
  const due = page.filter((token) => token.balances_by === 'calls' || isDue(token, tip));
  const batch = due.slice(0, TOKENS_PER_ROUND);
  const isWholePage = batch.length === due.length;
  progress.sweep = isWholePage && page.length < SWEEP_PAGE ? undefined : (isWholePage ? page : batch).at(-1);
  if (!progress.sweep) progress.sweptAt = performance.now();
  return batch;
}

async function readCandidates(db: Database, addresses: readonly Buffer[]): Promise<Candidate[]> {
  if (addresses.length === 0) return [];
  return await db.sql<Candidate[]>`
    select ${candidateColumns(db)} from unnest(${toArrayLiteral(addresses)}::bytea[]) as k (address)
    join ${db.schema}.tokens t on t.address = k.address
    left join ${db.schema}.token_balance_checks c on c.token_address = k.address`;
}

function candidateColumns(db: Database): Fragment {
  return db.sql`
    t.address, t.type, t.holders_count, t.transfers_count, c.balances_by,
    coalesce(c.block_number, -1) as checked_block, coalesce(c.transfers_count, -1) as checked_transfers,
    coalesce(c.walked_block, -1) as walked_block, coalesce(c.walked_log, -1) as walked_log`;
}

type BalanceCalls = Readonly<{ calls: readonly HolderCall[]; cursors: readonly TransferCursor[] }>;

/**
 * Balances to fetch: of parties of new transfers, the largest ones now and then, and those a reorganization removed.
 */
async function listCalls(
  { db }: BalanceContext,
  round: Readonly<{
    progress: BalanceProgress;
    tip: number;
    checked: readonly Candidate[];
    isNew: ReadonlySet<string>;
  }>,
): Promise<BalanceCalls> {
  const calls = await listInvalidatedCalls(db);
  const cursors: TransferCursor[] = [];
  for (const token of round.checked.filter(({ balances_by }) => balances_by === 'calls')) {
    if (calls.length > CALLS_PER_ROUND) {
      markMoved(round.progress, token.address);
      continue;
    }
    const parties = await listTransferParties(db, token, round.tip);
    calls.push(...parties.calls);
    if (parties.cursor) {
      cursors.push(parties.cursor);
      markMoved(round.progress, token.address);
    }
    const isRanked = !isHeldById(token.type) && round.isNew.has(token.address.toString('hex'));
    if (isRanked) calls.push(...(await listTopCalls(db, token.address, round.tip)));
  }
  const keyOf = ({ token, holder, tokenId }: HolderCall) =>
    `${token.toString('hex')}/${holder.toString('hex')}/${tokenId}`;
  return { calls: [...new Map(calls.map((call) => [keyOf(call), call])).values()], cursors };
}

async function callBalances(
  { rpc, db, fetchBalances }: BalanceContext,
  block: BlockReference,
  { calls, cursors }: BalanceCalls,
): Promise<void> {
  if (calls.length === 0 && cursors.length === 0) return;
  const values = await fetchBalances(rpc, block, calls);
  const balances = calls.map((call, at) => ({ call, value: values[at] }));
  await storeBalanceResults(db, { block, balances, cursors });
}
