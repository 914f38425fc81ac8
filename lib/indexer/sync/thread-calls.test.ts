import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { AppError } from '@/lib/errors';
import { UnboundedResponseError } from '@/lib/rpc/read-response';
import { AnswerTooLargeError, NoAnswerError, RpcError } from '@/lib/rpc/rpc-error';
import { Moved, openCalls, ThreadEndedError } from './thread-calls';

const FAILURES = [
  new RpcError('eth_call', { code: 3, message: 'execution reverted', data: '0x01' }, 'a.example'),
  new NoAnswerError('a.example', {
    code: 'node_unreachable',
    reason: 'HTTP status 429',
    retryAfterMs: 5_000,
  }),
  new AnswerTooLargeError(64),
  new AppError('database', 'away', { retryable: true, publicMessage: 'Later.' }),
  new UnboundedResponseError('the response consists of too many values'),
];

const theirs = {
  double: async (given: number) => 2 * given,
  fail: async (at: number) => {
    throw FAILURES[at];
  },
  move: async (length: number) => {
    const bytes = new Uint8Array(length);
    return new Moved(bytes, [bytes.buffer]);
  },
  read: async (buffer: ArrayBuffer) => buffer.byteLength,
  hang: () => new Promise<void>(() => undefined),
};

function openPair() {
  const { port1, port2 } = new MessageChannel();
  openCalls(port2, theirs);
  return { port1, port2, call: openCalls<typeof theirs>(port1, {}) };
}

test('each call gets its own answer, whatever the order', async () => {
  const { port1, call } = openPair();
  expect(await Promise.all([1, 2, 3].map((given) => call('double', given)))).toEqual([2, 4, 6]);
  port1.close();
});

test('an error keeps its class and what it says', async () => {
  const { port1, call } = openPair();
  for (const [at, failure] of FAILURES.entries()) {
    const received: unknown = await call('fail', at).catch((error: unknown) => error);
    expect(received).toBeInstanceOf(failure.constructor);
    expect(received).toMatchObject({ ...failure, message: failure.message });
  }
  port1.close();
});

test('buffers go over both ways without being copied', async () => {
  const { port1, call } = openPair();
  const sent = new ArrayBuffer(32);
  expect(await call('read', sent, [sent])).toBe(32);
  expect(sent.byteLength).toBe(0);
  expect(await call('move', 8)).toEqual(new Uint8Array(8));
  port1.close();
});

test('what the other side does not answer before it ends has failed, and so has what comes later', async () => {
  const { port1, port2, call } = openPair();
  const hanging = call('hang', undefined);
  const closed = once(port1, 'close');
  port2.close();
  await expect(hanging).rejects.toBeInstanceOf(ThreadEndedError);
  await closed;
  await expect(call('double', 1)).rejects.toMatchObject({ retryable: true });
});
