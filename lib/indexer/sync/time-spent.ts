import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { RangeThreads } from './range-threads';

/** Milliseconds that indexing has waited for the node, computed, and waited for the database, since it began. */
export type TimeSpent = { node: number; processor: number; database: number };

/** How long something took (ms), and the share of it that this thread or those of ranges were busy, or all processors were, from 0 to 1. */
type Measured = Readonly<{ ms: number; busy: number; busyThreads: number }>;

/** Begins to measure; the function returned ends it. */
export function startMeasuring(threads?: Pick<RangeThreads, 'startMeasuring'>): () => Measured {
  const begun = performance.now();
  const utilization = performance.eventLoopUtilization();
  const usage = process.cpuUsage();
  const measureThreads = threads?.startMeasuring();
  return () => {
    const ms = performance.now() - begun;
    const own = performance.eventLoopUtilization(utilization).utilization;
    const busyThreads = Math.max(own, measureThreads?.() ?? 0);
    const { user, system } = process.cpuUsage(usage);
    const share = (user + system) / 1_000 / Math.max(ms, 1) / availableParallelism();
    return { ms, busyThreads, busy: Math.min(1, Math.max(busyThreads, share)) };
  };
}

/** Adds what was measured while the node or the database was waited for. */
export function addTime(spent: TimeSpent, on: 'node' | 'database', { ms, busy }: Measured): void {
  spent.processor += busy * ms;
  spent[on] += (1 - busy) * ms;
}
