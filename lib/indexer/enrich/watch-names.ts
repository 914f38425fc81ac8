import pMap from 'p-map';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { findTip } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { fetchEnsName } from '@/lib/rpc/ens';

/** Where names are looked up and stored. */
export type NameContext = Readonly<{ rpc: Rpc; db: Database; registry: Buffer }>;

/** The height up to which senders and recipients have been read. */
export type NameProgress = { seenBlock: number };

/** Names may change; an address active after this time is looked up again. */
const RETRY = '7 days';
const MAX_BLOCKS = 32;
const NAMES_PER_ROUND = 200;
const CONCURRENCY = 50;
const IDLE_MS = 3_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Looks up the primary names of addresses that visitors viewed, and of those that are active at the head, until aborted,
 * in parallel to the main loop. Never throws.
 */
export async function watchNames(
  context: NameContext,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  const progress: NameProgress = { seenBlock: 0 };
  await repeat({
    ...{ firstMs: IDLE_MS, maxMs: MAX_PAUSE_MS, signal },
    round: async () => ((await lookUpNames(context, progress)) < NAMES_PER_ROUND ? IDLE_MS : 0),
    onError: (error) => log.warn({ error }, 'could not look up ENS names; retrying'),
  });
}

/** One round; returns how many addresses it looked up. Throws AppError when the node does not answer. */
export async function lookUpNames(
  { rpc, db, registry }: NameContext,
  progress: NameProgress,
): Promise<number> {
  const tip = await findTip(db);
  if (!tip) return 0;
  const from = Math.max(Math.min(progress.seenBlock, tip.number), tip.number - MAX_BLOCKS);
  const due = await listDue(db, { after: from, upTo: tip.number });
  // at the tip or above: a missing name from a lagging node would be stored for days
  const at = { address: registry, height: tip.number };
  const names = await pMap(due, (address) => fetchEnsName(rpc, at, address), { concurrency: CONCURRENCY });
  const known = due.flatMap((address, at) => {
    const name = names[at];
    return name === undefined ? [] : [{ address, name }];
  });
  await storeNames(db, known);
  if (due.length < NAMES_PER_ROUND) progress.seenBlock = tip.number;
  return due.length;
}

/** Viewed addresses come first. */
async function listDue(db: Database, blocks: { after: number; upTo: number }): Promise<Buffer[]> {
  const rows = await db.sql<{ address: Buffer }[]>`
    (select address from ${db.schema}.ens_names where checked_at = '-infinity' limit ${NAMES_PER_ROUND})
    union
    (
      select address from (
        select from_address as address from ${db.schema}.transactions
        where block_number > ${blocks.after} and block_number <= ${blocks.upTo}
        union select to_address from ${db.schema}.transactions
        where block_number > ${blocks.after} and block_number <= ${blocks.upTo}
      ) active
      where address is not null and not exists (
        select from ${db.schema}.ens_names n where n.address = active.address and n.checked_at > now() - ${RETRY}::interval
      )
      limit ${NAMES_PER_ROUND}
    )
    limit ${NAMES_PER_ROUND}`;
  return rows.map(({ address }) => address);
}

async function storeNames(
  db: Database,
  names: readonly { address: Buffer; name: string | null }[],
): Promise<void> {
  if (names.length === 0) return;
  await db.sql`
    insert into ${db.schema}.ens_names (address, name, checked_at)
    select address, name, now() from unnest(
      ${toArrayLiteral(names.map(({ address }) => address))}::bytea[],
      ${toArrayLiteral(names.map(({ name }) => name))}::text[]
    ) as given (address, name)
    on conflict (address) do update set name = excluded.name, checked_at = excluded.checked_at`;
}
