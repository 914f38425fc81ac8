import type { Database } from '@/lib/db/open-database';
import type { StateHeight } from '@/lib/rpc/methods';

/**
 * The height whose state contracts are asked about: the node's head, or `atLeast` (the stored tip) if that is higher. A
 * node that lags would answer `latest` of its own latest block as if a contract of the index were none. `latest` only
 * before anything is stored.
 */
export async function findStateHeight({ sql, schema }: Database, atLeast?: number): Promise<StateHeight> {
  const [state] = await sql<{ height: number | null }[]>`
    select greatest(remote_head, coalesce(${atLeast ?? null}::bigint, tip_number)) as height
    from ${schema}.indexer_state`;
  return state?.height ?? atLeast ?? 'latest';
}
