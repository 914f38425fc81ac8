import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** The layout of a contract's storage by its compiler, as JSON. */
export type LayoutRow = Readonly<{ address: Buffer; layout: Buffer }>;

/** Layouts of the contracts that have one for the code that they have. */
export async function listLayouts(
  { sql, schema }: Database,
  addresses: readonly Buffer[],
): Promise<LayoutRow[]> {
  return await sql<LayoutRow[]>`
    select i.address, coalesce(i.storage_layout, built.storage_layout) as layout
    from ${schema}.contract_interfaces i
    join ${schema}.addresses a on a.address = i.address
    left join ${schema}.artifact_sources built on built.artifact = i.artifact
    where i.address = any(${toArrayLiteral(addresses)}::bytea[])
      and coalesce(i.storage_layout, built.storage_layout) is not null
      and coalesce(i.code_hash = a.code_hash, true)`;
}

/** Indexed topics of the first logs of a transaction, in their order. */
export async function listTopics(
  { sql, schema }: Database,
  { block_number, index }: Readonly<{ block_number: number; index: number }>,
  limit: number,
): Promise<Buffer[]> {
  const rows = await sql<Pick<Row<'logs'>, 'topic1' | 'topic2' | 'topic3'>[]>`
    select topic1, topic2, topic3 from ${schema}.logs
    where block_number = ${block_number} and transaction_index = ${index} order by log_index limit ${limit}`;
  return rows.flatMap(({ topic1, topic2, topic3 }) =>
    [topic1, topic2, topic3].flatMap((topic) => topic ?? []),
  );
}
