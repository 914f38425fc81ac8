import type { Database } from '@/lib/db/open-database';
import { switchSchema } from '@/lib/db/switch-schema';
import { AppError } from '@/lib/errors';
import { fetchHead } from '@/lib/rpc/methods';
import { type BackfillEnd, backfillChain } from './backfill';
import { fetchFinalizedHeight } from './finality';
import { type JoinOptions, joinParts } from './join-parts';
import { withLeadership } from './leader-lock';
import { followToHead, keepSize, openNext } from './reindex';
import { beginInterim, findTip, isInterim } from './state';

/**
 * What `backfillBeside` fills: the schema beside the served index, migrated. A chain without blocks gets an interim index
 * first: its indexer follows the head from the finalized block on, instead of waiting for the whole one. Throws AppError
 * `config` when the chain has no blocks and another process is about to write the first one.
 */
export async function prepareBeside(options: JoinOptions): Promise<Database> {
  const { db: served } = options;
  if (!(await isInterim(served)) && !(await findTip(served))) await serveHead(options);
  return openNext(served.sql, served.chainId);
}

async function serveHead({ url, db, rpc, chain, log, signal }: JoinOptions): Promise<void> {
  let isOurs = false;
  await withLeadership({ url, db, log, signal, isOptional: true }, async () => {
    isOurs = true;
    const head = await fetchHead(rpc);
    const height = Math.min(await fetchFinalizedHeight(rpc, head), chain.endBlock ?? head);
    if (height <= chain.firstBlock) return;
    await beginInterim(db, height);
    log.info(
      { block: height },
      'the served index begins here until the whole one is there: start the indexer',
    );
  });
  if (isOurs) return;
  throw new AppError(
    'config',
    `Chain ${db.chainId} has no blocks yet, and an indexer waits for its first one: stop that until this has begun.`,
  );
}

/**
 * Fills the schema `next` beside the served index as `backfillChain` does, follows the chain in it to the head, and puts
 * it in the place of the served one, which is read and followed until then.
 */
export async function backfillBeside(options: JoinOptions, next: Database): Promise<BackfillEnd> {
  const { sql, chainId } = next;
  try {
    const chain = await keepSize(sql, chainId, options.chain);
    return await backfillChain({ ...options, db: next, chain }, async (own) => {
      if (!(await joinParts(own)) || !(await followToHead(own, own.db, own.signal))) return false;
      await switchSchema(sql, chainId, own.db.term);
      return true;
    });
  } catch (error) {
    const [left] = await sql`select from pg_namespace where nspname = ${next.name}`;
    // another machine has put it in its place, unless the chain was dropped
    if (left === undefined && !(await isInterim(options.db).catch(() => true))) return 'finished';
    throw error;
  }
}
