import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { BalanceCall, BlockReference, CalledBalance } from '@/lib/rpc/token-balances';

/** PostgreSQL's largest integer: after every log of a block. */
const MAX_LOG = 2 ** 31 - 1;

/** How balances of a token are known; see the table token_balance_checks. */
export type BalanceSource = 'transfers' | 'calls' | 'none';

/** The outcome of a comparison, with the number of transfers that the sums were of. */
export type Verdict = Readonly<{ token: Buffer; balances_by: BalanceSource; transfers_count: number }>;

/** A balance that was called for, and the answer. */
export type Answered = Readonly<{ call: BalanceCall & { holder: Buffer }; value: CalledBalance }>;

/** A transfer of a token, up to which parties have been asked about. */
export type Walked = Readonly<{ token: Buffer; block_number: number; log_index: number }>;

/** What a round learnt from the node about the state after `block`. */
export type Findings = Readonly<{
  block: BlockReference;
  verdicts?: readonly Verdict[];
  answers?: readonly Answered[];
  walked?: readonly Walked[];
}>;

/** Stores findings in one transaction; nothing when the block is no longer indexed. Newer answers stay. */
export async function storeFindings(db: Database, findings: Findings): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    // Until the commit no rollback can delete the block; it deletes what is stored here after the block.
    const [block] = await sql`
      select 1 from ${db.schema}.blocks
      where number = ${findings.block.number} and hash = ${findings.block.hash} for key share`;
    if (!block) return;
    const { answers = [], verdicts = [], walked = [] } = findings;
    const height = findings.block.number;
    await storeVerdicts(sql, db, { height, verdicts });
    await storeAnswers(sql, db, { height, answers });
    await storeWalked(sql, db, walked);
  });
}

type Told = Readonly<{ height: number }>;

async function storeVerdicts(
  sql: Transaction,
  db: Database,
  { height, verdicts }: Told & { verdicts: readonly Verdict[] },
): Promise<void> {
  if (verdicts.length === 0) return;
  await sql`
    insert into ${db.schema}.token_balance_checks as stored (token_address, balances_by, block_number, transfers_count)
    select token, balances_by, ${height}, transfers_count from unnest(
      ${toArrayLiteral(verdicts.map(({ token }) => token))}::bytea[],
      ${toArrayLiteral(verdicts.map(({ balances_by }) => balances_by))}::text[],
      ${toArrayLiteral(verdicts.map(({ transfers_count }) => transfers_count))}::bigint[]
    ) as given (token, balances_by, transfers_count)
    on conflict (token_address) do update set
      balances_by = excluded.balances_by, block_number = excluded.block_number, transfers_count = excluded.transfers_count
    where stored.block_number <= excluded.block_number`;
}

/** A contract that gives no balance of a holder leaves no row. */
async function storeAnswers(
  sql: Transaction,
  db: Database,
  { height, answers }: Told & { answers: readonly Answered[] },
): Promise<void> {
  for (const hasId of [false, true]) {
    const kind = answers.filter(({ call }) => (call.tokenId !== null) === hasId);
    const given = (rows: readonly Answered[]) => sql`unnest(
      ${toArrayLiteral(rows.map(({ call }) => call.holder))}::bytea[],
      ${toArrayLiteral(rows.map(({ call }) => call.token))}::bytea[],
      ${toArrayLiteral(rows.map(({ call }) => call.tokenId ?? 0))}::numeric[],
      ${toArrayLiteral(rows.map(({ value }) => (value == null ? null : String(value))))}::numeric[]
    ) as given (holder, token_address, token_id, value)`;
    const known = kind.filter(({ value }) => value != null);
    const unknown = kind.filter(({ value }) => value == null);
    const key = hasId ? sql`holder, token_address, token_id` : sql`holder, token_address`;
    const table = tableOf(sql, db, hasId);
    if (known.length > 0) {
      await sql`
        insert into ${table} as stored (${key}, value, block_number)
        select distinct ${key}, value, ${height}::bigint from ${given(known)} order by ${key}
        on conflict (${key}) do update set
          value = excluded.value, block_number = excluded.block_number
        where stored.block_number is null or stored.block_number <= excluded.block_number`;
    }
    if (unknown.length > 0) {
      await sql`delete from ${table} where (${key}) in (select ${key} from ${given(unknown)})`;
    }
  }
}

function tableOf(sql: Transaction, db: Database, hasId: boolean): Fragment {
  return hasId ? sql`${db.schema}.token_instance_balances` : sql`${db.schema}.token_balances`;
}

async function storeWalked(sql: Transaction, db: Database, walked: readonly Walked[]): Promise<void> {
  if (walked.length === 0) return;
  await sql`
    update ${db.schema}.token_balance_checks c set walked_block = w.block_number, walked_log = w.log_index
    from unnest(
      ${toArrayLiteral(walked.map(({ token }) => token))}::bytea[],
      ${toArrayLiteral(walked.map(({ block_number }) => block_number))}::bigint[],
      ${toArrayLiteral(walked.map(({ log_index }) => log_index))}::integer[]
    ) as w (token, block_number, log_index)
    where c.token_address = w.token`;
}

/**
 * Takes back what the node answered about states above `ancestor`; called after the blocks are deleted. Balances are
 * asked for again, and so is whether sums agree.
 */
export async function removeCalledAbove(sql: Transaction, db: Database, ancestor: number): Promise<void> {
  for (const hasId of [false, true]) {
    const table = tableOf(sql, db, hasId);
    await sql`
      delete from ${table} b where (block_number > ${ancestor} or value is null) and not exists (
        select from ${db.schema}.tokens t where t.address = b.token_address
      )`;
    await sql`update ${table} set value = null, block_number = null where block_number > ${ancestor}`;
  }
  await sql`
    delete from ${db.schema}.token_balance_checks c where block_number > ${ancestor} and (
      balances_by <> 'calls' or not exists (select from ${db.schema}.tokens t where t.address = c.token_address)
    )`;
  // That sums disagree stays the safe side.
  await sql`
    update ${db.schema}.token_balance_checks set block_number = ${ancestor}, transfers_count = -1
    where block_number > ${ancestor}`;
  await sql`
    update ${db.schema}.token_balance_checks set walked_block = ${ancestor}, walked_log = ${MAX_LOG}
    where walked_block > ${ancestor} and walked_block >= 0`;
}
