import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@/lib/log';
import { fetchProblemPage } from './fetch-problem-page';

const PROBLEM_HEADER = 'x-problem';
const TOKEN_HEADER = 'x-problem-token';
/** Tells this process's own requests from those of strangers who know the names of the headers. */
const TOKEN = randomBytes(16).toString('hex');

/** True for a request that the guard itself sends. Takes the headers away from everyone else. */
export function isProblemRequest(request: IncomingMessage): boolean {
  const isOwn = request.headers[TOKEN_HEADER] === TOKEN;
  delete request.headers[TOKEN_HEADER];
  if (!isOwn) delete request.headers[PROBLEM_HEADER];
  return isOwn;
}

/**
 * Next answers a page that is not found, or that fails, with an empty document that only a script can fill. The guard
 * drops such an answer before its first byte and sends the page about the problem in its place, with its status
 * (proxy.ts leads there): readable without a script.
 */
export function guardProblems(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const { writeHead, write, end, flushHeaders } = response;
  let isReplaced = false;
  const passes = (status: number): boolean => {
    if (isReplaced) return false;
    if (response.headersSent || !isFailedPage(status, response)) return true;
    isReplaced = true;
    void answer(status);
    return false;
  };
  const answer = async (status: number) => {
    const headers = { [PROBLEM_HEADER]: String(status), [TOKEN_HEADER]: TOKEN };
    const page = await fetchProblemPage(request, headers).catch((error: unknown) => {
      log.error({ error }, 'the page about a problem failed');
      return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Not available\n' };
    });
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    Reflect.apply(writeHead, response, [page.status, page.headers]);
    Reflect.apply(end, response, [page.body]);
  };
  Object.assign(response, {
    writeHead: (status: number, ...rest: unknown[]) =>
      passes(status) ? Reflect.apply(writeHead, response, [status, ...rest]) : response,
    flushHeaders: () => passes(response.statusCode) && Reflect.apply(flushHeaders, response, []),
    write: (...chunk: unknown[]) => !passes(response.statusCode) || Reflect.apply(write, response, chunk),
    end: (...chunk: unknown[]) =>
      passes(response.statusCode) ? Reflect.apply(end, response, chunk) : response,
  });
}

function isFailedPage(status: number, response: ServerResponse): boolean {
  if (status !== 404 && status < 500) return false;
  return String(response.getHeader('content-type') ?? '').startsWith('text/html');
}
