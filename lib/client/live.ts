'use client';

import useSWR from 'swr';

/** What changes of a transaction while its page is open. */
export type LiveTransaction = Readonly<{
  block_number: number | null;
  status: string | null;
  confirmations: number;
}>;

const PENDING_EVERY_MS = 2_000;
const MINED_EVERY_MS = 5_000;
/** From here on nobody waits for more confirmations. */
const ENOUGH_CONFIRMATIONS = 100;

/**
 * A transaction as it is now, asked for again and again at the site's own door `/live`: fast until it is mined, then
 * slower, then no more; never while the tab is hidden. `initial` is what the page was made with, undefined for a
 * transaction that is not known yet. What cannot be fetched changes nothing.
 */
export function useLiveTransaction(
  place: Readonly<{ chainId: string; hash: string }>,
  initial: LiveTransaction | undefined,
): LiveTransaction | undefined {
  const { data } = useSWR(`/live/${place.chainId}/transactions/${place.hash}`, fetchTransaction, {
    refreshInterval: chooseInterval,
    revalidateOnMount: false,
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  return data ?? initial;

  function chooseInterval(latest: LiveTransaction | undefined): number {
    const known = latest ?? initial;
    if (known === undefined || known.block_number === null) return PENDING_EVERY_MS;
    return known.confirmations < ENOUGH_CONFIRMATIONS ? MINED_EVERY_MS : 0;
  }
}

/** Undefined for one that is not known. Throws when there is no answer of that form. */
async function fetchTransaction(path: string): Promise<LiveTransaction | undefined> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const given: unknown = await answer.json();
  return isLiveTransaction(given) ? given : undefined;
}

function isLiveTransaction(given: unknown): given is LiveTransaction {
  return (
    typeof given === 'object' &&
    given !== null &&
    'block_number' in given &&
    (given.block_number === null || typeof given.block_number === 'number') &&
    'status' in given &&
    (given.status === null || typeof given.status === 'string') &&
    'confirmations' in given &&
    typeof given.confirmations === 'number'
  );
}
