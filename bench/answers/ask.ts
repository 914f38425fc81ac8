import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A request: everything that decides its answer. */
export type Call = Readonly<{ method: string; path: string; headers: Readonly<Record<string, string>> }>;
/** What is compared of an answer. */
export type Answer = Readonly<{ status: number; headers: Readonly<Record<string, string>>; body: string }>;
/** Calls in the order in which they were made, with their answers. */
export type Recording = readonly Readonly<{ call: Call; answer: Answer }>[];

/** Headers that say when, how often or by which connection something was asked. */
const VOLATILE = [
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-credits-remaining',
];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Operations that ask a node, which the api does only so often in a second. */
const NODE_CALL = /\/(raw-trace|proof|state-changes|coin-balance-)|\/addresses\/\w+(\?|$)/;
const ATTEMPTS = 4;
const RETRY_MS = 2_500;

/** Makes a call, up to four times until its answer is settled where a node is asked: it may be busy. */
export async function askUntil(
  url: string,
  call: Call,
  isSettled: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask(url, call);
    if (isSettled(answer) || attempt === ATTEMPTS || !NODE_CALL.test(call.path)) return answer;
    await delay(RETRY_MS);
  }
}

/** Makes a call, its path as written. */
async function ask(url: string, { method, path, headers }: Call): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({ agent, hostname, port, method, path, headers }, resolve);
    sent.on('error', reject);
    sent.end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const kept = Object.entries(response.headers)
    .filter(([name]) => !VOLATILE.includes(name))
    .map(([name, value]) => [name, String(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(kept),
    body: Buffer.concat(chunks).toString(),
  };
}
