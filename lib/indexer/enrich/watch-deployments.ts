import { type Deployment, readDeployments } from '@/lib/artifacts/read-deployments';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { latestWithHash } from '@/lib/db/latest-with-hash';
import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { PROJECT_DEPLOYMENTS } from '@/lib/labels/label';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';

const EVERY_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Labels contracts as the project's deployments call them, until aborted: only those that the transaction deployed on this
 * chain, as records outlive a development node's. Never throws.
 */
export async function watchDeployments(
  { db, folder }: Readonly<{ db: Database; folder: string }>,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  await repeat({
    ...{ firstMs: EVERY_MS, maxMs: MAX_PAUSE_MS, signal },
    round: async () => {
      await labelDeployments(db, await readDeployments(folder, db.chainId));
      return EVERY_MS;
    },
    onError: (error) => log.warn({ error }, "could not label the project's deployments; retrying"),
  });
}

/** Labels those that are on the chain, and no others; labels of another source stay. */
export async function labelDeployments(db: Database, deployments: readonly Deployment[]): Promise<void> {
  const { sql: pool, schema } = db;
  const byAddress = new Map(deployments.map((one) => [one.address.toString('hex'), one]));
  const known = [...byAddress.values()];
  await runTransaction(pool, async (sql) => {
    const found = await sql<{ address: Buffer; name: Buffer }[]>`
      select given.address, convert_to(given.name, 'UTF8') as name
      from unnest(
        ${toArrayLiteral(known.map(({ address }) => address))}::bytea[],
        ${toArrayLiteral(known.map(({ hash }) => hash))}::bytea[],
        ${toArrayLiteral(known.map(({ name }) => name))}::text[]
      ) as given (address, hash, name)
      where exists (select from ${latestWithHash(db, sql`given.hash`, sql`t.status`)} t where t.status = 1)
        and exists (select from ${schema}.addresses a where a.address = given.address and a.is_contract)`;
    await sql`
      delete from ${schema}.address_labels
      where source = ${PROJECT_DEPLOYMENTS} and address <> all (${toArrayLiteral(found.map(({ address }) => address))}::bytea[])`;
    for (const { address, name } of found)
      await sql`
        insert into ${schema}.address_labels as stored (address, name, source)
        values (${address}, ${name}, ${PROJECT_DEPLOYMENTS})
        on conflict (address) do update set name = excluded.name
        where stored.source = excluded.source and stored.name <> excluded.name`;
  });
}
