import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';

/** Milliseconds that indexing has waited for the node, computed, and waited for the database, since it began. */
export type TimeSpent = { node: number; processor: number; database: number };

/** How long something took (ms), and the share of it that the thread was busy, or all processors were, from 0 to 1. */
type Measured = Readonly<{ ms: number; busy: number; busyThread: number }>;

/** Begins to measure; the function returned ends it. */
export function startMeasuring(): () => Measured {
  const begun = performance.now();
  const utilization = performance.eventLoopUtilization();
  const usage = process.cpuUsage();
  return () => {
    const ms = performance.now() - begun;
    const busyThread = performance.eventLoopUtilization(utilization).utilization;
    const { user, system } = process.cpuUsage(usage);
    const share = (user + system) / 1_000 / Math.max(ms, 1) / availableParallelism();
    return { ms, busyThread, busy: Math.min(1, Math.max(busyThread, share)) };
  };
}

/** Adds what was measured while the node or the database was waited for. */
export function addTime(spent: TimeSpent, on: 'node' | 'database', { ms, busy }: Measured): void {
  spent.processor += busy * ms;
  spent[on] += (1 - busy) * ms;
}
