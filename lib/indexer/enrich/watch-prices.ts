import type { Database } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { unbatched } from '@/lib/rpc/failover';
import { type FeedAnswer, fetchDescription, fetchRound, type PriceFeed } from '@/lib/rpc/price-feed';
import { fetchPoolPrice } from '@/lib/rpc/price-pool';
import { type BlockReference, requireBlock } from '@/lib/rpc/token-balances';
import { storeDescription, storePrices } from './write-prices';

/** Where prices are read from and stored. */
export type PriceContext = Readonly<{ rpc: Rpc; db: Database; feeds: readonly PriceFeed[]; log: Logger }>;

/** Progress: the last block read, the hour below which the sweep continues, and the problems logged. */
export type PriceProgress = {
  seenBlock: number | undefined;
  poolsAt: number | undefined;
  described: Set<string>;
  sweep: number | undefined;
  sweptAt: number | undefined;
  loggedProblems: Map<string, string>;
};

type FeedResult = Readonly<{ feed: PriceFeed; answer: FeedAnswer }>;
type PricedBlock = BlockReference & Readonly<{ timestamp: number }>;

const READ_EVERY_MS = 12_000;
/** The price of a pool changes with every swap. */
const POOLS_EVERY_MS = 5 * 60_000;
const SWEEP_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
const SWEEP_EVERY_MS = 24 * 3_600_000;
const HOUR = 3_600;
/** Hours looked through, and blocks read, in a round of the sweep. */
const HOURS_PER_ROUND = 500;
const BLOCKS_PER_ROUND = 8;

/** A watch that has read nothing. */
export function startPriceProgress(): PriceProgress {
  return {
    seenBlock: undefined,
    poolsAt: undefined,
    described: new Set(),
    sweep: undefined,
    sweptAt: undefined,
    loggedProblems: new Map(),
  };
}

/**
 * Reads prices at the tip, and at the first block of each hour before, back to the first one of which the node has state,
 * until aborted, in parallel to the main loop. Never throws.
 */
export async function watchPrices(
  options: PriceContext,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  // In a batch, a node could swap the prices of two feeds.
  const context = { ...options, rpc: unbatched(options.rpc) };
  const progress = startPriceProgress();
  let readAt = Number.NEGATIVE_INFINITY;
  await repeat({
    ...{ firstMs: SWEEP_PAUSE_MS, maxMs: MAX_PAUSE_MS, signal },
    round: async () => {
      if (performance.now() - readAt >= READ_EVERY_MS) {
        await readTipPrices(context, progress);
        readAt = performance.now();
      }
      return (await sweepPrices(context, progress)) ? READ_EVERY_MS : SWEEP_PAUSE_MS;
    },
    onError: (error) => log.warn({ error }, 'could not read prices; retrying'),
  });
}

/** Reads all prices at the tip, if it has moved. Throws AppError when the node does not answer. */
export async function readTipPrices(context: PriceContext, progress: PriceProgress): Promise<void> {
  const { db } = context;
  const [tip] = await db.sql<PricedBlock[]>`
    select number, hash, timestamp from ${db.schema}.blocks order by number desc limit 1`;
  if (!tip || tip.number === progress.seenBlock) return;
  await describeFeeds(context, progress, tip.number);
  const hasPools = performance.now() - (progress.poolsAt ?? Number.NEGATIVE_INFINITY) >= POOLS_EVERY_MS;
  const feeds = hasPools ? context.feeds : context.feeds.filter(({ kind }) => kind === 'feed');
  const answers = await readPrices({ ...context, feeds }, tip, { isChangeOnly: true });
  progress.seenBlock = tip.number;
  if (hasPools) progress.poolsAt = performance.now();
  for (const { feed, answer } of answers) logProblem(context, progress, { feed, tip, answer });
}

/**
 * One round of the sweep: reads prices at some hours that were not read yet, newest first. True when nothing is left to do
 * for now: all hours were read, or the node has no state of the next one.
 */
export async function sweepPrices(context: PriceContext, progress: PriceProgress): Promise<boolean> {
  const { db } = context;
  if (progress.sweep === undefined) {
    if (progress.sweptAt !== undefined && performance.now() - progress.sweptAt < SWEEP_EVERY_MS) return true;
    progress.sweep = await findLastHour(db);
    if (progress.sweep === undefined) return true;
  }
  const { blocks, next } = await listUnread(context, progress.sweep);
  for (const block of blocks) {
    const answers = await readPrices(context, block, { isChangeOnly: false });
    if (answers.some(({ answer }) => answer.kind === 'unavailable')) {
      context.log.info({ block: block.number }, 'node has pruned older state; prices start later');
      return endSweep(progress);
    }
  }
  progress.sweep = next;
  return next === undefined ? endSweep(progress) : false;
}

function endSweep(progress: PriceProgress): boolean {
  progress.sweep = undefined;
  progress.sweptAt = performance.now();
  return true;
}

async function findLastHour({ sql, schema }: Database): Promise<number | undefined> {
  const [tip] = await sql<{ timestamp: number }[]>`
    select timestamp from ${schema}.blocks order by number desc limit 1`;
  return tip && tip.timestamp - (tip.timestamp % HOUR);
}

/** The first blocks of hours, newest first, that some feed was not read at; `next` is the hour to go on with. */
async function listUnread({ db, feeds }: PriceContext, from: number) {
  const rows = await db.sql<(PricedBlock & { hour: number })[]>`
    select hours.hour, b.number, b.hash, b.timestamp
    from generate_series(${from}::bigint, ${from - HOUR * (HOURS_PER_ROUND - 1)}::bigint, ${-HOUR}::bigint) as hours (hour)
    cross join lateral (
      select number, hash, timestamp from ${db.schema}.blocks
      where timestamp >= hours.hour and timestamp < hours.hour + ${HOUR}::bigint order by timestamp, number limit 1
    ) b
    where (select count(*) from ${db.schema}.prices p where p.block_number = b.number) < ${feeds.length}
    order by hours.hour desc limit ${BLOCKS_PER_ROUND}`;
  const [first] = await db.sql<{ timestamp: number }[]>`
    select timestamp from ${db.schema}.blocks order by number limit 1`;
  const last = rows.length < BLOCKS_PER_ROUND ? undefined : rows.at(-1)?.hour;
  const next = last === undefined ? from - HOUR * HOURS_PER_ROUND : last - HOUR;
  const isBefore = first === undefined || next + HOUR <= first.timestamp;
  return { blocks: rows, next: isBefore ? undefined : next };
}

/** Reads all feeds in the state after a block and stores their prices. */
async function readPrices(
  { rpc, db, feeds }: PriceContext,
  block: PricedBlock,
  how: Readonly<{ isChangeOnly: boolean }>,
): Promise<FeedResult[]> {
  const references: FeedResult[] = [];
  /** By contract: the coin and its wrapped token share a feed. */
  const rounds = new Map<string, FeedAnswer>();
  // Feeds come first: pools are priced by them.
  for (const feed of feeds.toSorted((one, other) => one.kind.localeCompare(other.kind))) {
    const key = `${feed.kind}/${feed.contract.toString('hex')}`;
    const answer =
      feed.kind === 'feed'
        ? (rounds.get(key) ?? (await fetchRound(rpc, feed, block)))
        : await fetchPoolPrice(rpc, { feed, references }, block);
    rounds.set(key, answer);
    references.push({ feed, answer });
    // Missing state is missing for all feeds.
    if (answer.kind === 'unavailable') return references;
  }
  await requireBlock(rpc, block);
  const prices = references.map(({ feed: { asset }, answer }) => {
    const quote = answer.kind === 'price' ? answer : undefined;
    return { asset, price: quote?.price ?? null, updatedAt: quote?.updatedAt ?? null };
  });
  await storePrices(db, block, { prices, ...how });
  return references;
}

async function describeFeeds(
  { rpc, db, feeds }: PriceContext,
  { described }: PriceProgress,
  height: number,
): Promise<void> {
  for (const feed of feeds) {
    const key = feed.asset.toString('hex');
    if (feed.kind !== 'feed' || described.has(key)) continue;
    const description = await fetchDescription(rpc, feed, height);
    if (description !== null) await storeDescription(db, feed.asset, description);
    described.add(key);
  }
}

/** Logs once why a feed returns no price, and once when it recovers. */
function logProblem(
  { log }: PriceContext,
  { loggedProblems }: PriceProgress,
  { feed, tip, answer }: { feed: PriceFeed; tip: PricedBlock; answer: FeedAnswer },
): void {
  const key = feed.asset.toString('hex');
  const problem = describeProblem(feed, tip, answer);
  if (problem === loggedProblems.get(key)) return;
  const facts = { feed: bufferToHex(feed.contract), asset: key === '' ? 'coin' : bufferToHex(feed.asset) };
  if (problem === undefined) log.info(facts, 'price feed works again');
  else log.warn({ ...facts, block: tip.number }, `no price: ${problem}`);
  if (problem === undefined) loggedProblems.delete(key);
  else loggedProblems.set(key, problem);
}

function describeProblem(feed: PriceFeed, tip: PricedBlock, answer: FeedAnswer): string | undefined {
  if (answer.kind === 'unavailable') return 'the node has no state of the block';
  if (answer.kind === 'none') return answer.reason;
  return tip.timestamp - answer.updatedAt > feed.maxAge ? 'its last price is too old' : undefined;
}
