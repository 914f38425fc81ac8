import { AppError } from '@/lib/errors';
import { fetchBundle } from '@/lib/indexer/sync/fetch-block';
import { type PrepareContext, prepareBatch } from '@/lib/indexer/sync/prepare';
import { isProvenAt } from '@/lib/indexer/sync/proven-ranges';
import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import { fetchHead } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import { probeTraces } from '@/lib/rpc/traces';
import { rewriteBlock } from './rewrite-block';

/** Result for one block: `empty` when none is due, `refused` when the node still has no traces of it. */
export type BacklogOutcome = 'empty' | 'filled' | 'refused';

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 24 * 3_600_000;
const POLL_MS = 2_000;
const MAX_POLL_MS = 5 * 60_000;
const PROBE_EVERY_MS = 10 * 60_000;

/**
 * Fetches blocks of the backlog until aborted, in parallel to the main loop, with backoff while the node refuses them.
 * A node without traces is probed now and then; once it offers them, blocks from `firstHeight` on join the backlog.
 * Never throws.
 */
export async function watchBacklog(
  context: PrepareContext,
  options: Readonly<{ firstHeight: number; log: Logger; signal: AbortSignal }>,
): Promise<void> {
  const { firstHeight, log, signal } = options;
  const backoff = createBackoff({ firstMs: POLL_MS, maxMs: MAX_POLL_MS });
  let probedAt = performance.now();
  while (!signal.aborted) {
    try {
      if (context.tracing.method === null && performance.now() - probedAt > PROBE_EVERY_MS) {
        probedAt = performance.now();
        await probeAgain(context, firstHeight);
      }
      const outcome = await fillNext(context);
      if (outcome !== 'refused') backoff.reset();
      if (outcome !== 'filled') await pause(backoff.next(), signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ error }, 'could not fetch missing traces; retrying');
      await pause(backoff.next(), signal);
    }
  }
}

/** Sets the trace method of a node that now offers one, and adds blocks stored without traces to the backlog. */
export async function probeAgain(context: PrepareContext, firstHeight: number): Promise<void> {
  const { rpc, db } = context;
  const method = await probeTraces(rpc, await fetchHead(rpc));
  if (method === null) return;
  context.tracing.method = method;
  await db.sql`
    insert into ${db.schema}.trace_backlog (block_number, next_attempt)
    select number, 0 from ${db.schema}.blocks
    where number >= ${firstHeight} and internal_transactions_count is null and transactions_count > 0
    on conflict do nothing`;
}

/** Fetches the block that has been due longest, and writes its traces if the node has them. */
export async function fillNext(context: PrepareContext, now: number = Date.now()): Promise<BacklogOutcome> {
  const { db } = context;
  const [due] = await db.sql<{ block_number: number; attempts: number }[]>`
    select block_number, attempts from ${db.schema}.trace_backlog
    where next_attempt <= ${now} order by next_attempt, block_number limit 1`;
  if (!due) return 'empty';
  if (await fill(context, due.block_number)) return 'filled';
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** due.attempts, MAX_PAUSE_MS);
  await db.sql`
    update ${db.schema}.trace_backlog set attempts = attempts + 1, next_attempt = ${now + pauseMs}
    where block_number = ${due.block_number}`;
  return 'refused';
}

/** False when the node refuses again, has another block at that height, or does not prove one that is proven. */
async function fill(context: PrepareContext, height: number): Promise<boolean> {
  try {
    const bundle = await fetchBundle(context, height);
    if (bundle.refusal) return false;
    if (!bundle.isProven && (await isProvenAt(context.db, height))) return false;
    const { batch } = await prepareBatch(context, new Map(), [bundle]);
    return await rewriteBlock(context, batch);
  } catch (error) {
    const isAboutBlock = error instanceof AppError && error.code === 'node_answer';
    if (!isAboutBlock || (error instanceof RpcError && error.isRateLimit)) throw error;
    return false;
  }
}
