import { describe, expect, test } from 'vitest';
import { createPace } from './pace';
import { createWindow } from './window';

const BOUNDS = { first: 4, least: 4, most: 32, perSecond: 0 };

function open(signal?: AbortSignal, bounds = BOUNDS) {
  const clock = { now: 0 };
  const now = () => clock.now;
  const window = createWindow({ bounds, pace: createPace(now), signal, now });
  let inFlight = 0;
  /** Sends requests; how many are in flight then. */
  const send = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      void window.enter(1).then(() => {
        inFlight += 1;
      });
    await Promise.resolve();
    await Promise.resolve();
    return inFlight;
  };
  /** Answers all that is in flight after so many ms. */
  const answer = async (ms: number, bytes = 1_000) => {
    clock.now += ms;
    const answered = inFlight;
    for (let at = 0; at < answered; at += 1) {
      inFlight -= 1;
      window.leave({ kind: 'eth_getBlockByNumber', ms, bytes });
    }
    return send(0);
  };
  return { clock, window, send, answer };
}

test('requests in flight double with each round while the node takes as long, up to a bound', async () => {
  const { send, answer } = open();
  expect(await send(1_000)).toBe(4);
  const rounds = [await answer(200), await answer(200), await answer(200), await answer(200)];
  expect(rounds).toEqual([8, 16, 32, 32]);
});

describe('a node that is far away', () => {
  const far = { ...BOUNDS, perSecond: 20 };
  const rounds: [string, number, number][] = [
    ['10 ms', 10, 8],
    ['200 ms', 200, 8],
    ['1,000 ms', 1_000, 20],
    ['10,000 ms', 10_000, 32],
  ];

  test.each(rounds)(
    'after %s gets as many as make the first rate at once, and one that is near no more',
    async (_name, ms, inFlight) => {
      const { send, answer } = open(undefined, far);
      await send(1_000);
      expect(await answer(ms)).toBe(inFlight);
    },
  );

  test('a slow first answer is forgotten with a faster one', async () => {
    const { window, send } = open(undefined, far);
    for (const ms of [1_500, 20]) {
      await window.enter(1);
      window.leave({ kind: 'eth_chainId', ms, bytes: 100 });
    }
    expect(await send(1_000)).toBe(4);
  });

  test('has the time that its fastest answer took, whatever is slow to make', async () => {
    const { window, send, answer } = open(undefined, far);
    await window.enter(1);
    window.leave({ kind: 'eth_chainId', ms: 100, bytes: 100 });
    await send(1_000);
    expect(await answer(1_000)).toBe(8);
  });

  test.each(['refused', 'late'] as const)('gets no more than others once it has %s', async (reason) => {
    const { window, send, answer } = open(undefined, far);
    await window.enter(1);
    window.leaveUnanswered(reason);
    await send(1_000);
    expect(await answer(1_000)).toBeLessThanOrEqual(8);
  });
});

test('they are not more than at first where the node takes the longer the more there are', async () => {
  const { send, answer } = open();
  await send(1_000);
  let inFlight = await answer(100);
  for (let round = 0; round < 60; round += 1) inFlight = await answer(100 * inFlight);
  expect(inFlight).toBeLessThanOrEqual(BOUNDS.first);
});

test('answers of many megabytes leave room for few of them', async () => {
  const { send, answer } = open();
  await send(1_000);
  for (let round = 0; round < 20; round += 1) await answer(200, 30 * 1024 * 1024);
  expect(await answer(200, 30 * 1024 * 1024)).toBe(2);
});

test('what has no answer in time halves them, once for all that end together', async () => {
  const { clock, window, send, answer } = open();
  await send(1_000);
  expect(await answer(200)).toBe(8);
  clock.now += 20_000;
  for (let at = 0; at < 8; at += 1) window.leaveUnanswered('late');
  expect(await send(0)).toBe(8 + 4);
});

test('batches that wait are turned away when the rate turns out to allow no such batch', async () => {
  const clock = { now: 0 };
  const now = () => clock.now;
  const pace = createPace(now);
  const window = createWindow({ bounds: { first: 1, least: 1, most: 1, perSecond: 0 }, pace, now });
  const entered = Promise.all([100, 100, 1].map((calls) => window.enter(calls)));
  for (let refusal = 0; refusal < 10; refusal += 1) pace.refused(0);
  clock.now += 2_000;
  window.leaveUnanswered('failed');
  expect(await entered).toEqual([true, false, true]);
});

test('an abort lets in what waits, which then fails', async () => {
  const stopping = new AbortController();
  const { send } = open(stopping.signal);
  await send(10);
  stopping.abort();
  expect(await send(1)).toBe(11);
});
