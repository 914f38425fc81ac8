import { describe, expect, test } from 'vitest';
import { type EndpointFacts, judgeEndpoints } from './check-nodes';

const NOW = 1_700_000_000;
const facts: EndpointFacts = {
  chainId: 1,
  head: 1_000,
  headTime: NOW - 12,
  hasFinalized: true,
  hasTraces: true,
  hasBlockReceipts: true,
};
const judge = (changes: Partial<EndpointFacts>, id: number | undefined = 1) =>
  judgeEndpoints(
    [
      { host: 'a.example', facts },
      { host: 'b.example', facts: { ...facts, ...changes } },
    ],
    { id, now: NOW },
  ).slice(1);

test('a node that offers all', () => {
  expect(judge({})).toMatchObject([{ level: 'ok', subject: 'node b.example, chain 1' }]);
});

describe('a warning', () => {
  test.each([
    ['a clock that is behind', { headTime: NOW + 100 }, '100 s in the future'],
    ['a node behind another', { head: 900 }, '100 blocks behind'],
    ['a head that stands still', { headTime: NOW - 7_200 }, '120 minutes old'],
    ['no traces', { hasTraces: false }, 'no traces'],
    ['no receipts by block', { hasBlockReceipts: false }, 'eth_getBlockReceipts'],
    ['no finality', { hasFinalized: false }, 'finalized'],
  ])('for %s', (_, changes, text) => {
    expect(judge(changes)).toMatchObject([{ level: 'warning', text: expect.stringContaining(text) }]);
  });

  test('each for itself', () => {
    expect(judge({ hasTraces: false, hasFinalized: false, head: 1 })).toHaveLength(3);
  });
});

test('an endpoint of another chain fails: of the configured one, else of the first', () => {
  expect(judge({ chainId: 5 })).toMatchObject([{ level: 'failure', text: 'it is of chain 5' }]);
  expect(judge({ chainId: 5 }, undefined)).toMatchObject([{ level: 'failure' }]);
  expect(judge({}, 7)).toMatchObject([{ level: 'failure', subject: 'node b.example, chain 7' }]);
});

test('an endpoint that does not answer fails, and the height of one of another chain makes no other late', () => {
  const found = judgeEndpoints(
    [
      { host: 'a.example', facts: { problem: 'it did not answer' } },
      { host: 'b.example', facts: { ...facts, chainId: 9, head: 1_000_000 } },
      { host: 'c.example', facts },
    ],
    { id: 1, now: NOW },
  );
  expect(found.map(({ level }) => level)).toEqual(['failure', 'failure', 'ok']);
});
