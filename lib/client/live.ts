'use client';

import useSWR from 'swr';

/** What changes of a transaction while its page is open. */
export type LiveTransaction = Readonly<{
  block_number: number | null;
  status: string | null;
  confirmations: number;
  /** True while its block is not indexed. */
  is_pending_update: boolean | null;
}>;

/** How far a chain is indexed, and how far it goes. */
export type LiveHead = Readonly<{ indexed_block: number | null; head_block: number | null }>;

const PENDING_EVERY_MS = 2_000;
const MINED_EVERY_MS = 5_000;
const HEAD_EVERY_MS = 4_000;
/** From here on nobody waits for more confirmations. */
const ENOUGH_CONFIRMATIONS = 100;
/** Only as time passes: not when a page opens, which was made a moment ago, nor for every change of focus. */
const POLLING = { revalidateOnMount: false, revalidateOnFocus: false, shouldRetryOnError: false };

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
    ...POLLING,
    refreshInterval: chooseInterval,
  });
  return data ?? initial;

  function chooseInterval(latest: LiveTransaction | undefined): number {
    const known = latest ?? initial;
    if (known === undefined || known.is_pending_update === true) return PENDING_EVERY_MS;
    if (known.block_number === null) return known.status === null ? PENDING_EVERY_MS : 0;
    return known.confirmations < ENOUGH_CONFIRMATIONS ? MINED_EVERY_MS : 0;
  }
}

/**
 * The head of a chain as it is now, asked for every few seconds, never while the tab is hidden; undefined before the
 * first answer. What cannot be fetched changes nothing.
 */
export function useLiveHead(chainId: string): LiveHead | undefined {
  return useSWR(`/live/${chainId}/head`, fetchHead, { ...POLLING, refreshInterval: HEAD_EVERY_MS }).data;
}

/** Undefined for one that is not known. Throws when there is no answer of that form. */
async function fetchTransaction(path: string): Promise<LiveTransaction | undefined> {
  const given = await fetchJson(path);
  return isLiveTransaction(given) ? given : undefined;
}

async function fetchHead(path: string): Promise<LiveHead | undefined> {
  const given = await fetchJson(path);
  return isLiveHead(given) ? given : undefined;
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

function isLiveTransaction(given: unknown): given is LiveTransaction {
  return (
    typeof given === 'object' &&
    given !== null &&
    'block_number' in given &&
    isHeight(given.block_number) &&
    'status' in given &&
    (given.status === null || typeof given.status === 'string') &&
    'confirmations' in given &&
    typeof given.confirmations === 'number' &&
    'is_pending_update' in given &&
    (given.is_pending_update === null || typeof given.is_pending_update === 'boolean')
  );
}

function isLiveHead(given: unknown): given is LiveHead {
  return (
    typeof given === 'object' &&
    given !== null &&
    'indexed_block' in given &&
    isHeight(given.indexed_block) &&
    'head_block' in given &&
    isHeight(given.head_block)
  );
}

function isHeight(given: unknown): given is number | null {
  return given === null || typeof given === 'number';
}
