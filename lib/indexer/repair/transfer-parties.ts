import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { isHeldById } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { BalanceCall } from '@/lib/rpc/token-balances';
import type { TransferCursor } from './fetched-balances';

/** A token whose balances are fetched with balanceOf, and how far its transfers were scanned. */
export type ScannedToken = Readonly<{
  address: Buffer;
  type: string;
  walked_block: number;
  walked_log: number;
}>;

/** A balanceOf call. */
export type HolderCall = BalanceCall & { holder: Buffer };

/** Calls for the parties of the next transfers, and the last of these; undefined when none are left. */
export type TransferParties = Readonly<{ calls: readonly HolderCall[]; cursor: TransferCursor | undefined }>;

const TRANSFERS = 200;
const ENOUGH_CALLS = 400;
/** Of one batch transfer; a malicious one can list a hundred thousand. */
const MAX_IDS = 200;
const TOP = 100;
const MAX_INVALIDATED = 200;

type Transfer = Pick<
  Row<'token_transfers'>,
  'block_number' | 'log_index' | 'from_address' | 'to_address' | 'token_ids'
>;

/** Scans the transfers of a token up to block `tip`, oldest first, until there are enough calls for a round. */
export async function listTransferParties(
  db: Database,
  token: ScannedToken,
  tip: number,
): Promise<TransferParties> {
  const rows = await db.sql<Transfer[]>`
    select block_number, log_index, from_address, to_address, token_ids[1:${MAX_IDS}]::text[] as token_ids
    from ${db.schema}.token_transfers
    where token_address = ${token.address} and block_number <= ${tip}
      and (block_number, log_index) > (${token.walked_block}::bigint, ${token.walked_log}::integer)
    order by block_number, log_index limit ${TRANSFERS}`;
  const calls: HolderCall[] = [];
  let cursor: TransferCursor | undefined;
  for (const row of rows) {
    if (calls.length > ENOUGH_CALLS) break;
    const ids = isHeldById(token.type) ? (row.token_ids ?? []) : [null];
    const holders = [row.from_address, row.to_address].filter((holder) => !holder.equals(ZERO_ADDRESS));
    for (const holder of holders)
      for (const tokenId of ids) calls.push({ token: token.address, holder, tokenId });
    cursor = { token: token.address, block_number: row.block_number, log_index: row.log_index };
  }
  return { calls, cursor };
}

/** The largest balances of a token, by sums and by fetched values, that were not fetched since block `since`. */
export async function listTopCalls(db: Database, token: Buffer, since: number): Promise<HolderCall[]> {
  const rows = await db.sql<{ holder: Buffer }[]>`
    select d.holder from (
      (select holder from ${db.schema}.token_holders where token_address = ${token} and value > 0
        order by value desc, holder desc limit ${TOP})
      union
      (select holder from ${db.schema}.token_balances where token_address = ${token} and value > 0
        order by value desc, holder desc limit ${TOP})
    ) d
    left join ${db.schema}.token_balances b on b.holder = d.holder and b.token_address = ${token}
    where coalesce(b.block_number, -1) < ${since}`;
  return rows.map(({ holder }) => ({ token, holder, tokenId: null }));
}

/** Balances that a reorganization removed. */
export async function listInvalidatedCalls(db: Database): Promise<HolderCall[]> {
  return await db.sql<HolderCall[]>`
    (select token_address as token, holder, null as "tokenId" from ${db.schema}.token_balances
      where value is null order by token_address, holder limit ${MAX_INVALIDATED})
    union all
    (select token_address, holder, token_id::text from ${db.schema}.token_instance_balances
      where value is null order by token_address, holder limit ${MAX_INVALIDATED})`;
}
