import { expect, test } from 'vitest';
import { createBackoff, keepRunning, pause } from './retry';

test('waits double up to the longest, and begin again after a success', () => {
  const backoff = createBackoff({ firstMs: 250, maxMs: 1_500 });
  expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([250, 500, 1_000, 1_500, 1_500]);
  expect(backoff.failures).toBe(5);
  backoff.reset();
  expect([backoff.failures, backoff.next()]).toEqual([0, 250]);
});

test('a pause ends when it is aborted, without an error', async () => {
  const stopping = new AbortController();
  const waiting = pause(60_000, stopping.signal);
  stopping.abort();
  await waiting;
  await pause(60_000, stopping.signal);
});

test('what ends again and again is given up, what is done is not started again', async () => {
  const restarts: number[] = [];
  const options = {
    maxRestarts: 1,
    stableMs: 60_000,
    signal: new AbortController().signal,
    onRestart: (waitMs: number) => restarts.push(waitMs),
  };
  expect(await keepRunning({ ...options, run: async () => 'ended' })).toBe(false);
  expect(restarts).toEqual([500]);
  expect(await keepRunning({ ...options, run: async () => 'done' })).toBe(true);
  expect(await keepRunning({ ...options, run: async () => 'ended', signal: AbortSignal.abort() })).toBe(true);
});
