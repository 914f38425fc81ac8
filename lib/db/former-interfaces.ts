import type { Database, Fragment, Sql, Transaction } from './open-database';
import { CHAIN_COLUMNS } from './tables';

const COLUMNS = CHAIN_COLUMNS.contract_interfaces.join(', ');

/** Takes interfaces `i`, of code that is no longer there, from their contracts; verified sources are kept as former ones. */
export async function retireInterfaces(
  sql: Sql | Transaction,
  { schema }: Database,
  condition: Fragment,
): Promise<void> {
  await sql`
    with retired as (
      delete from ${schema}.contract_interfaces i where ${condition} returning *
    )
    insert into ${schema}.former_interfaces (${sql.unsafe(COLUMNS)}, ended_block)
    select ${sql.unsafe(COLUMNS)}, (select coalesce(max(tip_number), 0) from ${schema}.indexer_state)
    from retired where source = 'verified'
    on conflict (address, ended_block) do nothing`;
}

/**
 * Interfaces that were retired above `ancestor` stand again; where the code is another one all the same, the next reading
 * retires them once more.
 */
export async function restoreInterfaces(
  sql: Transaction,
  { schema }: Database,
  ancestor: number,
): Promise<void> {
  await sql`
    with restored as (
      delete from ${schema}.former_interfaces where ended_block > ${ancestor} returning *
    )
    insert into ${schema}.contract_interfaces (${sql.unsafe(COLUMNS)})
    select distinct on (address) ${sql.unsafe(COLUMNS)} from restored
    where exists (select from ${schema}.addresses a where a.address = restored.address)
    order by address, ended_block
    on conflict (address) do nothing`;
}
