import { get, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { problemHeaders } from './own-request';

/** A buffered response for the client. */
export type ProblemPage = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>;

const TIMEOUT_MS = 10_000;
const PASSED_ON = ['host', 'cookie', 'accept', 'accept-language', 'accept-encoding', 'user-agent'] as const;
/** Hop-by-hop headers. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Requests the same URL from this server again, to get the error page for `status`. */
export async function fetchProblemPage(request: IncomingMessage, status: number): Promise<ProblemPage> {
  const answer = await send(request, problemHeaders(status));
  const body = await buffer(answer);
  return { status: answer.statusCode ?? status, headers: withoutHops(answer.headers), body };
}

function send(request: IncomingMessage, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const { localAddress, localPort } = request.socket;
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return new Promise((resolve, reject) => {
    get(
      {
        host: localAddress,
        port: localPort,
        path: request.url,
        agent: false,
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...passed, ...headers },
      },
      resolve,
    ).once('error', reject);
  });
}

function withoutHops(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name)));
}
