'use client';

import useSWR from 'swr';

/** State of a transaction that may change while its page is open. */
export type LiveTransaction = Readonly<{
  block_number: number | null;
  /** In its block: a reorganization may change it alone. */
  position: number | null;
  status: string | null;
  confirmations: number;
  /** True while its block is not indexed. */
  is_pending_update: boolean | null;
}>;

/** Tip and head of a chain. */
export type LiveHead = Readonly<{ indexed_block: number | null; head_block: number | null }>;

const PENDING_EVERY_MS = 2_000;
const MINED_EVERY_MS = 5_000;
const HEAD_EVERY_MS = 4_000;
/** Polling stops here. */
const ENOUGH_CONFIRMATIONS = 100;
/** Timer-based only: a page is fresh when it opens, and focus changes are too frequent. */
const POLLING = { revalidateOnMount: false, revalidateOnFocus: false, shouldRetryOnError: false };

/**
 * Polls `/live` for a transaction: fast until mined, then slower, then not at all; paused while the tab is hidden.
 * `initial` is the rendered state, undefined if unknown. Failed requests are ignored.
 */
export function useLiveTransaction(
  target: Readonly<{ chainId: string; hash: string }>,
  initial: LiveTransaction | undefined,
): LiveTransaction | undefined {
  const { data } = useSWR(`/live/${target.chainId}/transactions/${target.hash}`, fetchTransaction, {
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

/** Polls a chain's head every few seconds; undefined at first. Paused while the tab is hidden; failures are ignored. */
export function useLiveHead(chainId: string): LiveHead | undefined {
  return useSWR(`/live/${chainId}/head`, fetchHead, { ...POLLING, refreshInterval: HEAD_EVERY_MS }).data;
}

/** Undefined if unknown. Throws on a failed request or a malformed answer. */
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
    isCount(given.block_number) &&
    'position' in given &&
    isCount(given.position) &&
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
    isCount(given.indexed_block) &&
    'head_block' in given &&
    isCount(given.head_block)
  );
}

function isCount(given: unknown): given is number | null {
  return given === null || typeof given === 'number';
}
