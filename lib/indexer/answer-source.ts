import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Rpc } from '@/lib/rpc/client';
import type { StateHeight } from '@/lib/rpc/methods';

/**
 * Where an answer came from that no block proves: a row of `answer_sources`, and the block of whose state it is, as far
 * as that is known. Both null when nothing was asked.
 */
export type AnswerSource = Readonly<{ id: number | null; block: number | null }>;

/** Of what was not asked for. */
export const NO_SOURCE: AnswerSource = { id: null, block: null };

/**
 * What `fetch` returns, and the endpoints that it had its answers from. Throws what `fetch` throws. It is given the
 * node's head, or `atLeast` (the stored tip) if that is higher: a node that lags would answer of its own latest block as
 * if a contract of the index were none. That block is `latest` only before anything is stored.
 */
export async function fetchWithSource<T>(
  { rpc, db, atLeast }: Readonly<{ rpc: Rpc; db: Database; atLeast?: number }>,
  fetch: (rpc: Rpc, height: StateHeight) => Promise<T>,
): Promise<Readonly<{ answer: T; source: AnswerSource }>> {
  const view = rpc.observe();
  const [state] = await db.sql<{ height: number | null }[]>`
    select greatest(remote_head, coalesce(${atLeast ?? null}::bigint, tip_number)) as height
    from ${db.schema}.indexer_state`;
  const block = state?.height ?? atLeast ?? null;
  const answer = await fetch(view, block ?? 'latest');
  const id = await storeSource(db, view.answeredBy());
  return { answer, source: id === null ? NO_SOURCE : { id, block } };
}

/** The id of these endpoints in `answer_sources`, which stays the same; null for none. */
export async function storeSource(db: Database, hosts: readonly string[]): Promise<number | null> {
  if (hosts.length === 0) return null;
  const sorted = toArrayLiteral(hosts.toSorted());
  const [known] = await db.sql<{ id: number }[]>`
    select id from ${db.schema}.answer_sources where hosts = ${sorted}::text[]`;
  if (known) return known.id;
  const [added] = await db.sql<{ id: number }[]>`
    insert into ${db.schema}.answer_sources (hosts) values (${sorted}::text[])
    on conflict (hosts) do update set hosts = excluded.hosts returning id`;
  return added?.id ?? null;
}
