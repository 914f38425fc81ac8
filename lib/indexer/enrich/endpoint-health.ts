import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import type { EndpointHealth } from '@/lib/rpc/bench';
import type { Rpc } from '@/lib/rpc/client';

const POLL_MS = 5_000;
/** Interval at which the last response of an endpoint is stored. */
const ANSWERS_EVERY_MS = 60_000;

/** Stores the state of the RPC endpoints when it changes, until aborted. Never throws. */
export async function watchEndpoints(
  source: Readonly<{ rpc: Rpc; db: Database }>,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  let stored = '';
  while (!signal.aborted) {
    const health = source.rpc.health();
    const state = JSON.stringify(health.map(coarsen));
    try {
      if (state !== stored) await storeEndpoints(source.db, health);
      stored = state;
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'could not store the state of the RPC endpoints');
    }
    await pause(POLL_MS, signal);
  }
}

function coarsen({ lastAnswerAt, answers: _, callsPerSecond: __, ...state }: EndpointHealth): object {
  return { ...state, answered: lastAnswerAt === null ? null : Math.floor(lastAnswerAt / ANSWERS_EVERY_MS) };
}

/** Replaces the stored state of the endpoints. */
export async function storeEndpoints(db: Database, health: readonly EndpointHealth[]): Promise<void> {
  const rows = health.map((endpoint, position) => ({
    position,
    host: endpoint.host,
    name: endpoint.name,
    benched_until: endpoint.benchedUntil,
    reason: endpoint.reason,
    benches: endpoint.benches,
    failures: endpoint.failures,
    last_error: endpoint.lastError,
    last_answer_at: endpoint.lastAnswerAt,
  }));
  await runTransaction(db.sql, async (sql) => {
    await sql`delete from ${db.schema}.rpc_endpoints`;
    if (rows.length > 0) await sql`insert into ${db.schema}.rpc_endpoints ${sql(rows)}`;
  });
}
