import { expect, test } from 'vitest';
import { readFrameLogs } from './frame-logs';

const log = (byte: string, position?: string) => ({
  ...{ address: `0x${byte.repeat(20)}`, topics: [], data: '0x' },
  ...(position && { position }),
});
const emitters = (root: object) =>
  readFrameLogs({ ...root }).map(({ address, logIndex }) => [address.toString('hex').slice(0, 2), logIndex]);

test('logs stand where they were emitted, before, between and after calls', () => {
  const inner = { logs: [log('22')] };
  const root = {
    calls: [inner, { logs: [log('44')] }],
    logs: [log('11', '0x0'), log('33', '0x1'), log('55', '0x2')],
  };
  expect(emitters(root)).toEqual([
    ['11', 0],
    ['22', 1],
    ['33', 2],
    ['44', 3],
    ['55', 4],
  ]);
});

test('those of failed calls are left out, with all inside', () => {
  const failed = { error: 'out of gas', logs: [log('22')], calls: [{ logs: [log('33')] }] };
  expect(emitters({ calls: [failed], logs: [log('11', '0x1')] })).toEqual([['11', 0]]);
  expect(emitters({ error: 'execution reverted', logs: [log('11')] })).toEqual([]);
});

test.each([
  { ...log('11'), address: '0x11' },
  { ...log('11'), topics: ['0x'] },
  { ...log('11'), topics: Array(5).fill(`0x${'0'.repeat(64)}`) },
  { ...log('11'), topics: null },
  null,
  5,
])('what is no log is left out: %j', (odd) => {
  expect(emitters({ logs: [odd, log('22', '0xfffffffffff')], calls: 5 })).toEqual([['22', 0]]);
});

test('frames nested deep are read without recursion', () => {
  let root: object = { logs: [log('11')] };
  for (let depth = 0; depth < 20_000; depth += 1) root = { calls: [root] };
  expect(emitters(root)).toEqual([['11', 0]]);
});
