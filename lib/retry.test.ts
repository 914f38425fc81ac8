import { expect, test } from 'vitest';
import { createBackoff, keepRunning, pause, repeat, repeatUntilDone } from './retry';

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

test('a round is repeated until it is aborted: after failures, which are told, it is tried again', async () => {
  const stopping = new AbortController();
  const errors: unknown[] = [];
  const rounds = ['fails', 'fails', 'works', 'works', 'fails', 'ends'];
  let count = 0;
  await repeat({
    round: async () => {
      const kind = rounds[count];
      count += 1;
      if (kind === 'ends') stopping.abort();
      if (kind !== 'works') throw new Error(`round ${count}`);
      return count === 3 ? 0 : 1;
    },
    firstMs: 1,
    maxMs: 2,
    signal: stopping.signal,
    onError: (error) => errors.push(error),
  });
  expect(count).toBe(rounds.length);
  // what fails because it was aborted is no failure
  expect(errors.map(String)).toEqual(['Error: round 1', 'Error: round 2', 'Error: round 5']);
  await repeat({
    round: () => Promise.reject(new Error('it was aborted before')),
    ...{ firstMs: 1, maxMs: 1, signal: stopping.signal, onError: (error) => errors.push(error) },
  });
  expect(errors).toHaveLength(3);
});

test('the pause after a round is its own; after failures it grows, and begins anew after a success', async () => {
  const stopping = new AbortController();
  const rounds = ['fails', 'fails', 'fails', 7, 'fails', 'fails', 0, 'fails', 'fails', 'fails'];
  const pauses: number[] = [];
  let count = 0;
  await repeat({
    round: async () => {
      const kind = rounds[count];
      count += 1;
      if (kind === undefined) stopping.abort();
      if (typeof kind === 'number') return kind;
      throw new Error('this round fails');
    },
    // no clock: a busy machine takes longer than it was told
    wait: async (ms) => void pauses.push(ms),
    ...{ firstMs: 40, maxMs: 100, signal: stopping.signal, onError: () => undefined },
  });
  expect(pauses).toEqual([40, 80, 100, 7, 40, 80, 40, 80, 100]);
});

test('steps go on after failures, until one has nothing left to do', async () => {
  const outcomes = [true, new Error('this one fails'), true, false, true];
  const errors: unknown[] = [];
  let count = 0;
  await repeatUntilDone(
    async () => {
      const outcome = outcomes[count];
      count += 1;
      if (outcome instanceof Error) throw outcome;
      return outcome === true;
    },
    {
      ...{ firstMs: 1, maxMs: 1, signal: new AbortController().signal },
      onError: (error) => errors.push(error),
    },
  );
  expect([count, errors]).toEqual([4, [outcomes[1]]]);
});
