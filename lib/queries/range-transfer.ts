import type { Database, Fragment } from '@/lib/db/open-database';
import type { TokenType } from '@/lib/evm/token-types';
import { type RangePage, rangeParts } from './range';
import type { RangeTransactionRow } from './range-transaction';

/** A transfer of one thing, with its transaction but for what that called. */
export type RangeTransferRow = Omit<
  RangeTransactionRow,
  'input' | 'value' | 'created_contract' | 'status' | 'from_address' | 'to_address'
> & {
  log_index: number;
  token_address: Buffer;
  token_type: TokenType;
  from_address: Buffer;
  to_address: Buffer;
  amount: string | null;
  token_id: string | null;
};

/** Whose transfers: of an address, of a token, or those of a token that an address took part in. */
export type RangeTransferScope = Readonly<{ address?: Buffer | undefined; token?: Buffer | undefined }>;

/** The transfers of a scope in a range of blocks: those of an address of one standard, else of all. */
export async function listRangeTransfers(
  db: Database,
  scope: RangeTransferScope & Readonly<{ type: TokenType }>,
  page: RangePage,
): Promise<RangeTransferRow[]> {
  const { way, within, reach, taken } = rangeParts(db, page);
  const order = db.sql`order by e.block_number ${way}, e.log_index ${way}`;
  const part = (condition: Fragment) => db.sql`(
    select e.block_number, e.transaction_index, e.log_index from ${db.schema}.token_transfers e
    where ${condition} and ${within(db.sql`e.block_number`)} ${order} ${reach}
  )`;
  const { address, token, type } = scope;
  const ofToken = token === undefined ? db.sql`` : db.sql`and e.token_address = ${token}`;
  const side = (is: Fragment) => part(db.sql`${is} and e.token_type = ${type} ${ofToken}`);
  const places =
    address === undefined
      ? part(db.sql`e.token_address = ${token ?? null}`)
      : db.sql`${side(db.sql`e.from_address = ${address}`)} union ${side(db.sql`e.to_address = ${address}`)}`;
  return await db.sql<RangeTransferRow[]>`
    with page as materialized (
      select * from (${places}) e ${order} ${taken}
    )
    select e.block_number, t.index, t.hash, b.hash as block_hash, b.timestamp, t.nonce, t.gas_limit,
      coalesce(t.effective_gas_price, t.gas_price) as gas_price, t.gas_used, t.cumulative_gas_used,
      e.log_index, e.token_address, e.token_type, e.from_address, e.to_address, e.amount, e.token_ids[1] as token_id
    from page p
    join ${db.schema}.token_transfers e on e.block_number = p.block_number
      and e.transaction_index = p.transaction_index and e.log_index = p.log_index
    join ${db.schema}.transactions t on t.block_number = e.block_number and t.index = e.transaction_index
    join ${db.schema}.blocks b on b.number = e.block_number
    ${order}`;
}
