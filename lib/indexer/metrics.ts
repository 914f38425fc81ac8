import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '@/lib/db/open-database';
import type { EndpointHealth } from '@/lib/rpc/bench';
import type { Rpc } from '@/lib/rpc/client';
import type { Convergence } from './sync/converge';
import type { Judge } from './sync/prover';
import type { TimeSpent } from './sync/time-spent';

/** Metrics of one chain. */
export type ChainMetrics = Readonly<{
  /** Called with the client when this process becomes the leader, with undefined when it no longer is. */
  lead(rpc: Rpc | undefined): void;
  /** Counts a step; `spent` is what the time of all steps was spent on. */
  note(outcome: Convergence, spent: Readonly<TimeSpent>): void;
  /** Counts pending transactions left out because their sender had not signed them. */
  countForgedPending(count: number): void;
  /** Wraps what judges blocks to count its results. */
  watchJudge(judge: Judge): Judge;
}>;

const CHAIN = ['chain'] as const;
const ENDPOINT = ['chain', 'endpoint'] as const;

type ChainHeights = { tip: number | null; head: number | null; newer: number | null };

/** Registers the metrics of all chains; returns those of one, whose heads are read from `db` when it is scraped. */
export function createIndexerMetrics(registry: Registry): (db: Database) => ChainMetrics {
  const databases = new Map<string, Database>();
  const leading = new Map<string, Rpc>();
  const note = addWritten(registry);
  const noteTime = addTime(registry);
  const proofs = new Counter({
    ...{ name: 'astrolabe_proofs_total', help: 'Blocks proven, accepted without proof, or refused.' },
    ...{ labelNames: ['chain', 'outcome'] as const, registers: [registry] },
  });
  const forged = new Counter({
    ...{
      name: 'astrolabe_pending_forged_total',
      help: 'Pending transactions left out: not signed by their sender.',
    },
    ...{ labelNames: CHAIN, registers: [registry] },
  });
  addHeads(registry, databases);
  addLeader(registry, databases, leading);
  addEndpoints(registry, leading);
  return (db) => {
    const chain = String(db.chainId);
    databases.set(chain, db);
    return {
      lead: (rpc) => void (rpc ? leading.set(chain, rpc) : leading.delete(chain)),
      note: (outcome, spent) => {
        note(chain, outcome);
        noteTime(chain, spent);
      },
      countForgedPending: (count) => forged.inc({ chain }, count),
      watchJudge: (judge) => async (checked, failures) => {
        try {
          const isProven = await judge(checked, failures);
          proofs.inc({ chain, outcome: isProven ? 'proven' : 'unproven' });
          return isProven;
        } catch (error) {
          proofs.inc({ chain, outcome: 'refused' });
          throw error;
        }
      },
    };
  };
}

/** Registers counters of written and removed blocks; returns the function that counts a step. */
function addWritten(registry: Registry): (chain: string, outcome: Convergence) => void {
  const add = (name: string, help: string) =>
    new Counter({
      ...{ name: `astrolabe_${name}_total`, help: `${help} by this process.` },
      ...{ labelNames: CHAIN, registers: [registry] },
    });
  const blocks = add('blocks_written', 'Blocks written');
  const transactions = add('transactions_written', 'Transactions written');
  const reorganizations = add('reorganizations', 'Reorganizations followed');
  const removed = add('blocks_removed', 'Blocks removed in reorganizations');
  return (chain, outcome) => {
    if (outcome.kind === 'advanced') {
      blocks.inc({ chain }, outcome.blocks);
      transactions.inc({ chain }, outcome.transactions);
    }
    if (outcome.kind === 'reorg') {
      reorganizations.inc({ chain });
      removed.inc({ chain }, outcome.removed);
    }
  };
}

/** Registers the counter of what indexing spends its time on; returns the function that brings it up to date. */
function addTime(registry: Registry): (chain: string, spent: Readonly<TimeSpent>) => void {
  const seconds = new Counter({
    ...{
      name: 'astrolabe_indexing_seconds_total',
      help: 'Seconds that indexing spent, by what held it back.',
    },
    ...{ labelNames: ['chain', 'by'] as const, registers: [registry] },
  });
  const counted = new Map<string, Readonly<TimeSpent>>();
  return (chain, spent) => {
    const before = counted.get(chain);
    for (const by of ['node', 'processor', 'database'] as const) {
      const ms = spent[by] - (before?.[by] ?? 0);
      // A new term of leadership begins at zero.
      seconds.inc({ chain, by }, Math.max(0, ms) / 1_000);
    }
    counted.set(chain, { ...spent });
  };
}

/** Heights stored in the database, and whether headers are newer, on a standby too. None while the database is unavailable. */
function addHeads(registry: Registry, databases: ReadonlyMap<string, Database>): void {
  const add = (name: string, help: string, read: (heads: ChainHeights) => number | null) =>
    new Gauge({
      ...{ name: `astrolabe_${name}`, help, labelNames: CHAIN, registers: [registry] },
      async collect() {
        this.reset();
        for (const [chain, { sql, schema }] of databases) {
          const [row] = await sql<ChainHeights[]>`
            select tip_number as tip, remote_head as head, newer_header_since as newer from ${schema}.indexer_state`.catch(
            () => [],
          );
          const value = row ? read(row) : null;
          if (value !== null) this.set({ chain }, value);
        }
      },
    });
  add('indexed_block', 'The highest indexed block.', ({ tip }) => tip);
  add('node_head_block', "The node's latest block when the indexer last asked.", ({ head }) => head);
  add('lag_blocks', 'Blocks between the two.', ({ tip, head }) =>
    tip === null || head === null ? null : Math.max(0, head - tip),
  );
  add(
    'newer_header',
    '1 while the chain has a newer header than this version knows: upgrade.',
    ({ newer }) => (newer === null ? 0 : 1),
  );
}

function addLeader(
  registry: Registry,
  databases: ReadonlyMap<string, Database>,
  leading: ReadonlyMap<string, Rpc>,
): void {
  new Gauge({
    ...{ name: 'astrolabe_leader', help: '1 while this process writes the chain, 0 while it stands by.' },
    ...{ labelNames: CHAIN, registers: [registry] },
    collect() {
      for (const chain of databases.keys()) this.set({ chain }, leading.has(chain) ? 1 : 0);
    },
  });
}

/**
 * Endpoints of the chains that this process indexes, by the operator's name or their position from 1: a host may
 * contain a key. Their figures start at zero with each term.
 */
function addEndpoints(registry: Registry, leading: ReadonlyMap<string, Rpc>): void {
  const list = () =>
    [...leading].flatMap(([chain, rpc]) =>
      rpc
        .health()
        .map((health, index) => ({ health, labels: { chain, endpoint: health.name ?? String(index + 1) } })),
    );
  const count = (name: string, help: string, read: (health: EndpointHealth) => number) =>
    new Counter({
      ...{ name: `astrolabe_rpc_endpoint_${name}_total`, help, labelNames: ENDPOINT, registers: [registry] },
      collect() {
        this.reset();
        for (const { health, labels } of list()) this.inc(labels, read(health));
      },
    });
  count('answers', 'Requests answered, error responses included.', ({ answers }) => answers);
  count('errors', 'Requests without an answer.', ({ failures }) => failures);
  count('benches', 'Times it was benched.', ({ benches }) => benches);
  count('lies', 'Times it was benched for a wrong answer.', ({ lies }) => lies);
  new Gauge({
    ...{
      name: 'astrolabe_rpc_endpoint_calls_per_second',
      help: 'Calls a second it takes, if it refused more.',
    },
    ...{ labelNames: ENDPOINT, registers: [registry] },
    collect() {
      this.reset();
      for (const { health, labels } of list())
        if (health.callsPerSecond !== null) this.set(labels, health.callsPerSecond);
    },
  });
  new Gauge({
    ...{ name: 'astrolabe_rpc_endpoint_benched', help: '1 while it is benched.' },
    ...{ labelNames: ENDPOINT, registers: [registry] },
    collect() {
      this.reset();
      for (const { health, labels } of list()) this.set(labels, health.benchedUntil === null ? 0 : 1);
    },
  });
}
