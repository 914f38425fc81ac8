import { expect, test } from 'vitest';
import { SOCKET_LIMITS } from '@/lib/endpoints/socket';
import { createLog } from '@/lib/log';
import { until } from '@/test/support/until';
import { createHub, type LiveEvent } from './hub';
import { readMessage, subjectOf, writeReply } from './protocol';

const log = createLog({ name: 'test', level: 'silent' });

test('nothing is read before somebody listens, nor after the last one left', async () => {
  let [opened, reads] = [0, 0];
  const open = () => {
    opened += 1;
    return async () => {
      reads += 1;
      return [];
    };
  };
  const hub = createHub({ open, everyMs: 1, log });
  expect(opened).toBe(0);
  const [one, other] = [{ send: () => undefined }, { send: () => undefined }];
  const channels = [
    hub.join('blocks', 'blocks:new_block', one),
    hub.join('blocks', 'blocks:new_block', other),
  ];
  await until('it is read', () => reads > 2 || undefined);
  for (const channel of channels) channel?.leave();
  const at = reads;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(reads - at).toBeLessThanOrEqual(1);
  expect(opened).toBe(1);
});

test('an event reaches those who joined its subject, under the topic as they wrote it', async () => {
  const news: LiveEvent[] = [
    { subject: 'token:0xab', event: 'token_transfer', payload: { token_transfer: 2 } },
  ];
  const heard: string[] = [];
  const hub = createHub({ open: () => async () => news.splice(0), everyMs: 1, log });
  const channel = hub.join('token:0xab', 'tokens:0xAB', { send: (text) => heard.push(text) });
  hub.join('blocks', 'blocks:new_block', { send: (text) => heard.push(`wrong: ${text}`) });
  await channel?.begun;
  expect(heard).toEqual(['[null,null,"tokens:0xAB","token_transfer",{"token_transfer":2}]']);
  hub.stop();
});

test('a reader that fails is asked again, and what is watched has a limit', async () => {
  let [reads, warnings] = [0, 0];
  const read = async () => {
    reads += 1;
    if (reads < 4) throw new Error('the database is away');
    return [];
  };
  const warn = () => {
    warnings += 1;
  };
  const counting = { ...log, warn };
  const hub = createHub({ open: () => read, everyMs: 1, log: counting });
  const listener = { send: () => undefined };
  for (let at = 0; at < SOCKET_LIMITS.watched; at += 1) hub.join(`token:${at}`, String(at), listener);
  expect(hub.join('token:more', 'more', listener)).toBeUndefined();
  expect(hub.join('token:1', '1', { send: () => undefined })).toBeDefined();
  expect(hub.join('blocks', 'blocks:new_block', listener)).toBeDefined();
  await until('it is read again', () => reads > 4 || undefined);
  // Three failures, told once: the rest of a minute is silent.
  expect(warnings).toBe(1);
  hub.stop();
});

test('messages are read strictly, topics in any case', () => {
  expect(readMessage('["1","2","blocks:new_block","phx_join",{}]')).toEqual({
    joinRef: '1',
    ref: '2',
    topic: 'blocks:new_block',
    event: 'phx_join',
  });
  for (const text of ['{', '[]', '{}', '[1,2,3,4]', `["1","2","${'x'.repeat(300)}","phx_join",{}]`])
    expect(readMessage(text)).toBeUndefined();
  expect(subjectOf(`addresses:0x${'AB'.repeat(20)}`)).toBe(`address:0x${'ab'.repeat(20)}`);
  expect(subjectOf('addresses:0x12')).toBeUndefined();
  expect(subjectOf('exchange_rate:new_rate')).toBeUndefined();
  const message = { joinRef: '1', ref: '2', topic: 'x', event: 'phx_join' };
  expect(JSON.parse(writeReply(message, 'error', { reason: 'unmatched topic' }))).toEqual([
    '1',
    '2',
    'x',
    'phx_reply',
    { status: 'error', response: { reason: 'unmatched topic' } },
  ]);
});
