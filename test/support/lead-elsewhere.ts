import { type LeadershipOptions, withLeadership } from '@/lib/indexer/leader-lock';
import { until } from './until';

/** Leads a chain as another process's indexer does, until the function that it resolves with is called. */
export async function leadElsewhere(
  options: Omit<LeadershipOptions, 'signal'>,
): Promise<() => Promise<void>> {
  const over = new AbortController();
  let isLed = false;
  const leading = withLeadership({ ...options, signal: over.signal }, async ({ signal }) => {
    isLed = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  await until('a leader', () => isLed);
  return async () => {
    over.abort();
    await leading;
  };
}
