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

/** When the chain of a development node last began again or went back. */
export type LiveReset = Readonly<{ reset_at: string | null }>;

const PENDING_EVERY_MS = 2_000;
const MINED_EVERY_MS = 5_000;
const HEAD_EVERY_MS = 4_000;
/** The node is on the same machine. */
const RESET_EVERY_MS = 1_000;
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

/**
 * Polls when the chain of a development node last began again or went back, null if it never did; undefined at first, or
 * where it is of no such node, or not indexed. Paused while the tab is hidden; failures are ignored.
 */
export function useLiveReset(chainId: string): string | null | undefined {
  return useSWR(`/live/${chainId}/reset`, fetchReset, { ...POLLING, refreshInterval: RESET_EVERY_MS }).data
    ?.reset_at;
}

async function fetchReset(path: string): Promise<LiveReset | undefined> {
  const value = await fetchJson(path);
  return isLiveReset(value) ? value : undefined;
}

function isLiveReset(value: unknown): value is LiveReset {
  return (
    typeof value === 'object' &&
    value !== null &&
    'reset_at' in value &&
    (value.reset_at === null || typeof value.reset_at === 'string')
  );
}

/** Undefined if unknown. Throws on a failed request or a malformed answer. */
async function fetchTransaction(path: string): Promise<LiveTransaction | undefined> {
  const value = await fetchJson(path);
  return isLiveTransaction(value) ? value : undefined;
}

async function fetchHead(path: string): Promise<LiveHead | undefined> {
  const value = await fetchJson(path);
  return isLiveHead(value) ? value : undefined;
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

function isLiveTransaction(value: unknown): value is LiveTransaction {
  return (
    typeof value === 'object' &&
    value !== null &&
    'block_number' in value &&
    isCount(value.block_number) &&
    'position' in value &&
    isCount(value.position) &&
    'status' in value &&
    (value.status === null || typeof value.status === 'string') &&
    'confirmations' in value &&
    typeof value.confirmations === 'number' &&
    'is_pending_update' in value &&
    (value.is_pending_update === null || typeof value.is_pending_update === 'boolean')
  );
}

function isLiveHead(value: unknown): value is LiveHead {
  return (
    typeof value === 'object' &&
    value !== null &&
    'indexed_block' in value &&
    isCount(value.indexed_block) &&
    'head_block' in value &&
    isCount(value.head_block)
  );
}

function isCount(value: unknown): value is number | null {
  return value === null || typeof value === 'number';
}
