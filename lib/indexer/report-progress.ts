import type { Logger } from '@/lib/log';
import type { Convergence } from './sync/converge';
import type { IndexingSpeed } from './sync/indexing-speed';
import type { TimeSpent } from './sync/time-spent';

const PROGRESS_EVERY_MS = 2_000;
const DISPUTE_EVERY_MS = 60_000;

/**
 * What the report is about: where indexing ends, if it does, and what its time was spent on so far, which goes on. `store` gets
 * the speed of each line that is logged on the way to the head.
 */
type Reported = Readonly<{
  endBlock?: number | undefined;
  spent: Readonly<TimeSpent>;
  store(speed: IndexingSpeed): void;
}>;

/**
 * Logs progress at most every two seconds while blocks arrive, with its speed, what holds it back and the seconds left at
 * that speed; every reorganization, and disputes at intervals.
 */
export function createReport(
  log: Logger,
  { endBlock, spent, store }: Reported,
): (outcome: Convergence) => void {
  let [loggedAt, since, before] = [Number.NEGATIVE_INFINITY, performance.now(), { ...spent }];
  let disputedAt: number | undefined;
  let line = { block: 0, head: 0, blocks: 0, transactions: 0 };
  return (outcome) => {
    if (outcome.kind === 'reorg') reportReorg(log, outcome);
    if (outcome.kind !== 'disputed') disputedAt = undefined;
    else if (disputedAt === undefined || performance.now() - disputedAt > DISPUTE_EVERY_MS) {
      disputedAt = performance.now();
      reportDispute(log, outcome);
    }
    if (outcome.kind === 'advanced') {
      const { tip: block, head, blocks, transactions } = outcome;
      line = { block, head, blocks: line.blocks + blocks, transactions: line.transactions + transactions };
    }
    const now = performance.now();
    if (line.blocks === 0 || now - loggedAt < PROGRESS_EVERY_MS) return;
    const left = Math.min(line.head, endBlock ?? line.head) - line.block;
    const elapsedMs = Math.ceil(now - since);
    if (left > 0) {
      const heldBackBy = mostSpent(before, spent);
      const { blocks } = line;
      log.info({ ...line, ...describeSpeed((1_000 * blocks) / elapsedMs, left), heldBackBy }, 'indexed');
      store({ measured_at: Date.now(), blocks, elapsed_ms: elapsedMs, held_back_by: heldBackBy });
    } else log.info(line, 'indexed');
    [loggedAt, since, before] = [now, now, { ...spent }];
    line = { ...line, blocks: 0, transactions: 0 };
  };
}

function describeSpeed(speed: number, left: number) {
  const blocksPerSecond = speed < 10 ? Number(speed.toFixed(1)) : Math.round(speed);
  return { blocksPerSecond, secondsLeft: Math.ceil(left / speed) };
}

/** What most of the time since `before` was spent on. */
function mostSpent(before: Readonly<TimeSpent>, spent: Readonly<TimeSpent>): keyof TimeSpent {
  const parts = (['node', 'processor', 'database'] as const).map((part) => ({
    part,
    ms: spent[part] - before[part],
  }));
  return parts.reduce((most, one) => (one.ms > most.ms ? one : most), { part: 'node', ms: 0 }).part;
}

type Outcome<Kind extends Convergence['kind']> = Extract<Convergence, { kind: Kind }>;

function reportReorg(log: Logger, { tip, removed, finalized }: Outcome<'reorg'>): void {
  if (finalized === undefined) log.warn({ tip, removed }, 'reorganization');
  else
    log.error(
      { tip, removed, finalized },
      'all endpoints keep agreeing on other blocks; reorganizing below the finalized block',
    );
}

function reportDispute(log: Logger, outcome: Outcome<'disputed'>): void {
  const { tip, ancestor, finalized, agreements, needed, obstacle } = outcome;
  log.error(
    { tip, ancestor, finalized, agreements, needed, obstacle },
    'node contradicts finalized blocks; removing nothing until all endpoints have agreed repeatedly',
  );
}
