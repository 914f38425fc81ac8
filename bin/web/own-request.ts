import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

const PROBLEM_HEADER = 'x-problem';
const TOKEN_HEADER = 'x-problem-token';
/** Authenticates this process's requests to itself, as anyone could send the headers. */
const TOKEN = randomBytes(16).toString('hex');

/** Headers that make proxy.ts respond with an error page. */
export function problemHeaders(status: number): OutgoingHttpHeaders {
  return { [PROBLEM_HEADER]: String(status), [TOKEN_HEADER]: TOKEN };
}

/** True for a request from this process; strips the headers from all others. */
export function isOwnRequest(request: IncomingMessage): boolean {
  const isOwn = request.headers[TOKEN_HEADER] === TOKEN;
  delete request.headers[TOKEN_HEADER];
  if (!isOwn) delete request.headers[PROBLEM_HEADER];
  return isOwn;
}
