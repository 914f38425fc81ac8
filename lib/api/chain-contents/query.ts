import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { TOKEN_TYPES, type TokenType } from '@/lib/evm/token-standards';

/** The standards with a transfer, in their order, and whether there are FHE operations (or where they can be) and user operations. */
export async function findChainContents(db: Database): Promise<{
  tokenTypes: TokenType[];
  hasFheOperations: boolean;
  hasFhe: boolean;
  hasUserOperations: boolean;
}> {
  const rows = await db.sql<{ type: string | null; kind: 'token' | 'fhe' | 'deployment' | 'user' }[]>`
    select k.type, 'token' as kind from unnest(${toArrayLiteral(TOKEN_TYPES)}::text[]) as k (type)
    cross join lateral (
      select 1 from ${db.schema}.token_transfers e where e.token_type = k.type
      order by e.block_number desc, e.log_index desc limit 1
    ) e
    union all (
      select null, 'fhe' from ${db.schema}.fhe_operations
      order by block_number desc, transaction_index desc, log_index desc limit 1
    ) union all (
      select null, 'deployment' from ${db.schema}.fhe_deployments limit 1
    ) union all (
      select null, 'user' from ${db.schema}.user_operations
      order by block_number desc, transaction_index desc, log_index desc limit 1
    )`;
  const found = new Set(rows.map((row) => row.type));
  const hasFheOperations = rows.some((row) => row.kind === 'fhe');
  return {
    tokenTypes: TOKEN_TYPES.filter((type) => found.has(type)),
    hasFheOperations,
    hasFhe: hasFheOperations || rows.some((row) => row.kind === 'deployment'),
    hasUserOperations: rows.some((row) => row.kind === 'user'),
  };
}
