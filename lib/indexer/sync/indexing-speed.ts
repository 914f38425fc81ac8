import type { Database } from '@/lib/db/open-database';
import type { NewRow } from '@/lib/db/tables';

/** How fast the index grew, and what held it back: `blocks` in the `elapsed_ms` before `measured_at` (Unix ms). */
export type IndexingSpeed = Omit<NewRow<'indexing_speed'>, 'only_row'>;

/** Stores the speed measured last. */
export async function storeSpeed({ sql, schema }: Database, speed: IndexingSpeed): Promise<void> {
  const { measured_at, blocks, elapsed_ms, held_back_by } = speed;
  await sql`
    insert into ${schema}.indexing_speed (measured_at, blocks, elapsed_ms, held_back_by)
    values (${measured_at}, ${blocks}, ${elapsed_ms}, ${held_back_by})
    on conflict (only_row) do update set measured_at = excluded.measured_at, blocks = excluded.blocks,
      elapsed_ms = excluded.elapsed_ms, held_back_by = excluded.held_back_by`;
}
