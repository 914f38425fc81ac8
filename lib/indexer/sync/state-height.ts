import type { Database } from '@/lib/db/open-database';
import type { StateHeight } from '@/lib/rpc/methods';

/**
 * The height at which contracts are called: the node's head, or `atLeast` (the stored tip) if that is higher. A lagging
 * node would resolve `latest` to its own latest block, where a contract of the index may not exist yet. `latest` only
 * before anything is stored.
 */
export async function findStateHeight({ sql, schema }: Database, atLeast?: number): Promise<StateHeight> {
  const [state] = await sql<{ height: number | null }[]>`
    select greatest(remote_head, coalesce(${atLeast ?? null}::bigint, tip_number)) as height
    from ${schema}.indexer_state`;
  return state?.height ?? atLeast ?? 'latest';
}
