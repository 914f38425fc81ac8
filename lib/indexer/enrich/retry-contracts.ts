import type { Database, Fragment } from '@/lib/db/open-database';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findTip } from '@/lib/indexer/sync/state';

/** Retry ages in blocks since a contract was first seen or an NFT transferred, growing exponentially. */
const AGES = Array.from({ length: 7 }, (_, power) => 4 * 16 ** power);
const PER_ROUND = 40;
/** Contracts that reached an age further below the tip wait for the next age. */
const MAX_BLOCKS = 1_000;

/**
 * Creates a round that schedules reading contracts without metadata, code or FHE, and NFTs without metadata, once more:
 * those that reached one of the ages since its last call. A proxy may have been set up since, or the response may have
 * been incorrect. One contract with verified sources is read again in each round: not every node shows by a trace that
 * its code has changed.
 */
export function createContractRetries(db: Database): () => Promise<void> {
  let seen: number | undefined;
  let verified: Buffer = Buffer.alloc(0);
  return async () => {
    const tip = await findTip(db);
    const from = seen;
    seen = tip?.number;
    if (!tip || from === undefined || from >= tip.number) return;
    await retryFailed(db, { from: Math.max(from, tip.number - MAX_BLOCKS), to: tip.number });
    verified = await readVerifiedAgain(db, verified);
  };
}

/** The contract that is read, the one after `last`; empty at the end. */
async function readVerifiedAgain(db: Database, last: Buffer): Promise<Buffer> {
  const { sql, schema } = db;
  const [next] = await sql<{ address: Buffer }[]>`
    update ${schema}.addresses set proxy_status = 'pending'
    where proxy_status = 'read' and ${whileLeading(db)} and address = (
      select address from ${schema}.contract_interfaces
      where source = 'verified' and address > ${last} order by address limit 1
    )
    returning address`;
  return next?.address ?? Buffer.alloc(0);
}

/** Skips rows locked by the writer: neither waits for the other. */
async function retryFailed(
  db: Database,
  { from, to }: Readonly<{ from: number; to: number }>,
): Promise<void> {
  const { sql, schema } = db;
  const isDue = (height: Fragment) =>
    AGES.reduce(
      (due, age) => sql`${due} or (${height} > ${from - age} and ${height} <= ${to - age})`,
      sql`false`,
    );
  const lock = sql`limit ${PER_ROUND} for update of t skip locked`;
  await sql`
    update ${schema}.tokens set metadata_status = 'pending' where ${whileLeading(db)} and address = any(array(
      select address from ${schema}.tokens t
      where metadata_status = 'failed' and (${isDue(sql`first_seen_block`)}) ${lock}
    ))`;
  await sql`
    update ${schema}.addresses set
      is_fhe = nullif(is_fhe, false),
      proxy_status = case when code_size = 0 then 'pending' else proxy_status end
    where ${whileLeading(db)} and address = any(array(
      select address from ${schema}.addresses t
      where is_contract and (not is_fhe or code_size = 0) and (${isDue(sql`first_seen_block`)}) ${lock}
    ))`;
  await sql`
    update ${schema}.token_instances i set metadata_status = 'pending'
    from (
      select token_address, token_id from ${schema}.token_instances t
      join ${schema}.token_instance_transfers using (token_address, token_id)
      where metadata_status = 'failed' and (${isDue(sql`block_number`)}) ${lock}
    ) due
    where ${whileLeading(db)} and i.token_address = due.token_address and i.token_id = due.token_id`;
}
