import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { AddressLabel } from '@/lib/labels/label';

/** A label and an ENS name as they are joined to their address. */
export type LabelColumns = {
  label: Buffer | null;
  label_tags: string[] | null;
  label_url: string | null;
  label_source: string | null;
  ens_name: string | null;
};

/** Source of the labels of a development node's accounts: plain words, which anyone may call a contract. */
export const DEVELOPMENT_NODE = 'development node';

/** Rows of a statement of many. */
const CHUNK = 2_000;

/** Replaces all labels of a chain; of several for an address the last one stays. */
export async function replaceLabels(db: Database, labels: readonly AddressLabel[]): Promise<void> {
  const rows = [...new Map(labels.map((label) => [label.address.toString('hex'), label])).values()].map(
    ({ address, name, tags, url, source }) => ({
      address,
      name: Buffer.from(name),
      tags: [...tags],
      url,
      source,
    }),
  );
  await runTransaction(db.sql, async (sql) => {
    // Two indexers may start concurrently; readers are not blocked.
    await sql`lock table ${db.schema}.address_labels in share row exclusive mode`;
    await sql`delete from ${db.schema}.address_labels`;
    for (let at = 0; at < rows.length; at += CHUNK)
      await sql`insert into ${db.schema}.address_labels ${sql(rows.slice(at, at + CHUNK))}`;
  });
}
