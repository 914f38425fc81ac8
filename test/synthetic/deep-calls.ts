import type { Database, Fragment } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';
import { bytes } from './calls';
import { CAST } from './cast';

/** A page of a list behind `depth` entries; the path is below the chain. */
export type DeepCall = Readonly<{ path: string; depth: number }>;

/** Pages of long lists `depth` entries deep, or behind half of the list, by endpoint ID. */
export async function listDeepCalls(db: Database, depth: number): Promise<ReadonlyMap<string, DeepCall>> {
  const { sql, schema } = db;
  const { hub, coin } = CAST;
  const places: Readonly<Record<string, readonly [path: string, rows: Fragment]>> = {
    listTransactions: ['/transactions', sql`select block_number, index from ${schema}.transactions`],
    listAddressTransactions: [
      `/addresses/${hub}/transactions`,
      sql`select block_number, index from ${schema}.transactions where from_address = ${bytes(hub)}`,
    ],
    listTransfersOfToken: [
      `/tokens/${coin}/transfers`,
      sql`select block_number, log_index as index from ${schema}.token_transfers where token_address = ${bytes(coin)}`,
    ],
    listTransfersOfAddress: [
      `/addresses/${hub}/token-transfers`,
      sql`select block_number, log_index as index from ${schema}.token_transfers where from_address = ${bytes(hub)}`,
    ],
    listAddressLogs: [
      `/addresses/${coin}/logs`,
      sql`select block_number, log_index as index from ${schema}.logs where address = ${bytes(coin)}`,
    ],
  };
  const calls = new Map<string, DeepCall>();
  for (const [id, [path, rows]] of Object.entries(places)) {
    const reached = await reachable(db, rows, depth);
    const [place] = await sql<{ block_number: number; index: number }[]>`
      select * from (${rows}) places order by block_number desc, index desc offset ${reached} limit 1`;
    const query = `block_number=${place?.block_number}&index=${place?.index}`;
    calls.set(id, { path: `/api/v2${path}?${query}`, depth: reached });
  }
  return calls.set('listTokenHolders', await findDeepHolders(db, depth));
}

async function findDeepHolders(db: Database, depth: number): Promise<DeepCall> {
  const holders = db.sql`
    select holder, value from ${db.schema}.token_holders where token_address = ${bytes(CAST.coin)} and value > 0`;
  const reached = await reachable(db, holders, depth);
  const [last] = await db.sql<{ holder: Buffer; value: string }[]>`
    ${holders} order by value desc, holder desc offset ${reached} limit 1`;
  const query = `address_hash=${last && bufferToHex(last.holder)}&value=${last?.value}`;
  return { path: `/api/v2/tokens/${CAST.coin}/holders?${query}`, depth: reached };
}

async function reachable({ sql }: Database, rows: Fragment, depth: number): Promise<number> {
  const [size] = await sql<{ rows: number }[]>`select count(*) as rows from (${rows}) places`;
  return Math.min(depth, Math.floor((size?.rows ?? 0) / 2));
}
