import type { Database } from '@/lib/db/open-database';
import { balanceJoins, mergedHoldings } from './stored-balance-query';

/** Tokens looked through. */
const MAX_HELD = 200;

/**
 * Whether an address may hold tokens that nothing is known of: it moved some whose balances are not known, or the index
 * begins late.
 */
export async function mayHoldUnknown(
  db: Database,
  holder: Buffer,
): Promise<{ moved: boolean; isLate: boolean }> {
  const held = mergedHoldings(db, {
    where: db.sql`holder = ${holder}`,
    order: db.sql`token_address`,
    limit: MAX_HELD,
  });
  const rows = await db.sql<{ moved: boolean; isLate: boolean }[]>`
    select
      exists (
        select 1 from (${held}) b ${balanceJoins(db)}
        where case c.balances_by when 'transfers' then b.sum < 0 when 'none' then true else b.called is null end
      ) as moved,
      coalesce((select first_block > 0 from ${db.schema}.indexer_state), false) as "isLate"`;
  return rows[0] ?? { moved: false, isLate: false };
}
