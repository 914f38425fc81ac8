import { Gauge, type Registry } from 'prom-client';
import type { Sql } from '@/lib/db/open-database';

/** Registers the sessions of all programs in this database, by state; none while it is unreachable. */
export function measureSessions(registry: Registry, sql: Sql): void {
  new Gauge({
    ...{ name: 'astrolabe_database_sessions', help: 'Sessions of all programs in this database, by state.' },
    ...{ labelNames: ['program', 'state'] as const, registers: [registry] },
    async collect() {
      const rows = await sql<{ program: string; state: string; count: number }[]>`
        select application_name as program, coalesce(state, 'unknown') as state, count(*) as count
        from pg_stat_activity
        where datname = current_database() and application_name like 'astrolabe-%' group by 1, 2`.catch(
        () => [],
      );
      this.reset();
      for (const { program, state, count } of rows) this.set({ program, state }, count);
    },
  });
}
