import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { CLONES } from '@/lib/evm/proxies';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findTip } from '@/lib/indexer/sync/state';

/** Retry ages in blocks since a contract was first seen or an NFT transferred, growing exponentially. */
const AGES = Array.from({ length: 7 }, (_, power) => 4 * 16 ** power);
const PER_ROUND = 40;
/** Contracts that reached an age further below the tip wait for the next age. */
const MAX_BLOCKS = 1_000;

/** Contracts looked through in a round for proxies that may have been upgraded. */
const WALKED = 200;
/**
 * Contracts read once more: at most these at once, and a second on average. One takes up to ten requests: without a bound
 * of time a chain whose proxies are of one size would cost 2,000 requests with each block.
 */
const READ_AGAIN = { most: 100, perSecond: 0.4 };

/**
 * Creates a round that schedules reading contracts without metadata, code or FHE, and NFTs without metadata, once more:
 * those that reached one of the ages since its last call. A proxy may have been set up since, or the response may have
 * been incorrect. As far as time allows, a round reads one contract with verified sources again, one token, which may have
 * another name, and upgradable proxies: not every node shows by a trace that code or an implementation has changed. `now` in ms.
 */
export function createContractRetries(db: Database, now = () => performance.now()): () => Promise<void> {
  let seen: number | undefined;
  let verified: Buffer = Buffer.alloc(0);
  let token: Buffer = Buffer.alloc(0);
  let walked: Walked = START;
  let [allowed, at] = [READ_AGAIN.most, now()];
  return async () => {
    const tip = await findTip(db);
    const from = seen;
    seen = tip?.number;
    if (!tip || from === undefined || from >= tip.number) return;
    await retryFailed(db, { from: Math.max(from, tip.number - MAX_BLOCKS), to: tip.number });
    const since = at;
    at = now();
    allowed = Math.min(READ_AGAIN.most, allowed + ((at - since) / 1000) * READ_AGAIN.perSecond);
    if (allowed < 3) return;
    verified = await readVerifiedAgain(db, verified);
    token = await readTokenAgain(db, token);
    const { last, count } = await readProxiesAgain(db, walked, Math.floor(allowed) - 2);
    walked = last;
    allowed -= count + 2;
  };
}

/** The contract with verified sources after `last`, which is read again; empty at the end. */
async function readVerifiedAgain(db: Database, last: Buffer): Promise<Buffer> {
  const { sql, schema } = db;
  const address = await findNext(
    db,
    sql`${schema}.contract_interfaces where source = 'verified' and address > ${last}`,
  );
  await sql`
    update ${schema}.addresses set proxy_status = 'pending'
    where address = ${address} and proxy_status = 'read' and ${whileLeading(db)}`;
  return address;
}

/** The token after `last`, which is read again; empty at the end. */
async function readTokenAgain(db: Database, last: Buffer): Promise<Buffer> {
  const { sql, schema } = db;
  const address = await findNext(db, sql`${schema}.tokens where address > ${last}`);
  await sql`
    update ${schema}.tokens set metadata_status = 'pending'
    where address = ${address} and metadata_status = 'fetched' and ${whileLeading(db)}`;
  return address;
}

async function findNext({ sql }: Database, source: Fragment): Promise<Buffer> {
  const [next] = await sql<{ address: Buffer }[]>`select address from ${source} order by address limit 1`;
  return next?.address ?? Buffer.alloc(0);
}

type Walked = Readonly<{ code_size: number; address: Buffer }>;
const START: Walked = { code_size: 0, address: Buffer.alloc(0) };

/**
 * Schedules up to `limit` proxies after `after`; how many, and the last contract that was looked at, in the order of an
 * index: the start after the end.
 */
async function readProxiesAgain(
  db: Database,
  after: Walked,
  limit: number,
): Promise<{ last: Walked; count: number }> {
  const { sql, schema } = db;
  const rows = await sql<(Walked & { is_proxy: boolean | null })[]>`
    select code_size, address,
      proxy_status = 'read' and proxy_type <> all(${toArrayLiteral(CLONES)}::text[]) as is_proxy
    from ${schema}.addresses
    where code_size > 0 and (code_size, address) > (${after.code_size}, ${after.address}::bytea)
    order by code_size, address limit ${WALKED}`;
  const proxies = rows.filter((row) => row.is_proxy).slice(0, limit);
  await sql`
    update ${schema}.addresses set proxy_status = 'pending' where ${whileLeading(db)} and address = any(array(
      select address from ${schema}.addresses
      where address = any(${toArrayLiteral(proxies.map(({ address }) => address))}::bytea[]) and proxy_status = 'read'
      for update skip locked
    ))`;
  const last = (proxies.length === limit ? proxies : rows).at(-1);
  return { last: last ?? START, count: proxies.length };
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
