import type { Logger } from '@/lib/log';
import type { Convergence } from './sync/converge';

const PROGRESS_EVERY_MS = 2_000;
const DISPUTE_EVERY_MS = 60_000;

/** Logs progress at most every two seconds while blocks arrive, every reorganization, and disputes at intervals. */
export function createReport(log: Logger): (outcome: Convergence) => void {
  let loggedAt = 0;
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
    if (line.blocks === 0 || Date.now() - loggedAt < PROGRESS_EVERY_MS) return;
    log.info(line, 'indexed');
    loggedAt = Date.now();
    line = { ...line, blocks: 0, transactions: 0 };
  };
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
