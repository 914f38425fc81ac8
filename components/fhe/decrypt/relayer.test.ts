import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { serveHttp } from '@/test/support/http-server';
import { askRelayer } from './relayer';

type Reply = Readonly<{ status: number; body: unknown; retryAfter?: string }>;

/** A relayer that replies in this order, and what it was asked. */
async function serveReplies(...replies: Reply[]) {
  const asked: string[] = [];
  const url = await serveHttp((request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { status, body, retryAfter } = replies.shift() ?? { status: 500, body: {} };
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  return { url: `${url}/v2`, asked };
}

const QUEUED = { status: 202, body: { status: 'queued', result: { jobId: 'job-1' } }, retryAfter: '0' };
const share = { payload: '0xab', signature: 'cd', extraData: '0x00' };
const DONE = { status: 200, body: { status: 'succeeded', result: { result: [share] } } };

test('a job is asked for until it has an answer', async () => {
  const busy = { status: 429, body: { error: { message: 'later' } }, retryAfter: '0' };
  const { url, asked } = await serveReplies(busy, QUEUED, QUEUED, DONE);
  expect(await askRelayer(url, {})).toEqual([{ payload: 'ab', signature: 'cd', extra_data: '00' }]);
  const job = 'GET /v2/user-decrypt/job-1';
  expect(asked).toEqual(['POST /v2/user-decrypt', 'POST /v2/user-decrypt', job, job]);
});

test.each([
  [
    'refuses',
    { status: 400, body: { error: { message: 'no such handle' } } },
    'refused the request: no such handle',
  ],
  ['is broken', { status: 502, body: '<html>' }, 'refused the request: HTTP 502'],
  ['has no job', { status: 202, body: { result: { jobId: '../keys' } } }, 'unknown form'],
  ['has no shares', { status: 200, body: { result: { result: [] } } }, 'unknown form'],
  ['is no relayer', { status: 200, body: 'fine' }, 'unknown form'],
  [
    'sends no hex',
    { status: 200, body: { result: { result: [{ ...share, payload: 'xy' }] } } },
    'unknown form',
  ],
])('a relayer that %s', async (_, reply, message) => {
  const { url } = await serveReplies(reply);
  await expect(askRelayer(url, {})).rejects.toThrow(message);
});

test('nothing answers there, or it leads elsewhere', async () => {
  await expect(askRelayer('http://127.0.0.1:9/v2', {})).rejects.toThrow('The relayer did not answer.');
  const { url } = await serveReplies(DONE);
  const elsewhere = await serveHttp((_, response) => response.writeHead(307, { location: url }).end());
  await expect(askRelayer(elsewhere, {})).rejects.toThrow('The relayer did not answer.');
});
