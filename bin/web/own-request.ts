import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

const PROBLEM_HEADER = 'x-problem';
const TOKEN_HEADER = 'x-problem-token';
/** Tells this process's own requests from those of strangers who know the names of the headers. */
const TOKEN = randomBytes(16).toString('hex');

/** The headers that make proxy.ts answer with the page about a problem. */
export function problemHeaders(status: number): OutgoingHttpHeaders {
  return { [PROBLEM_HEADER]: String(status), [TOKEN_HEADER]: TOKEN };
}

/** True for a request that this process sent to itself. Takes the headers away from everyone else. */
export function isOwnRequest(request: IncomingMessage): boolean {
  const isOwn = request.headers[TOKEN_HEADER] === TOKEN;
  delete request.headers[TOKEN_HEADER];
  if (!isOwn) delete request.headers[PROBLEM_HEADER];
  return isOwn;
}
