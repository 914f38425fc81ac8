import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Recording } from './record';

/**
 * A node that answers from a recording: `node node.mjs <file>` prints its port. Its path sets how: `/<latency in ms>/<calls
 * a second>/<calls a batch>/<1 with traces>`, 0 for no limit. `/counts` tells what it answered and refused in each second.
 */
const recording: Recording = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
type Call = { id: number; method: string; params: [string, ...unknown[]] };

let counts: { answered: number; refused: number }[] = [];
let begun = 0;
let window = { second: 0, calls: 0 };

const server = createServer(async (request, response) => {
  if (request.url === '/counts') {
    response.end(JSON.stringify(counts));
    counts = [];
    begun = 0;
    return;
  }
  const body: Call | Call[] = JSON.parse(await text(request));
  const [latency = 0, rate = 0, batch = 0, traces = 0] = (request.url ?? '').split('/').slice(1).map(Number);
  if (latency > 0) setTimeout(() => answer(response, { body, rate, batch, traces }), latency);
  else answer(response, { body, rate, batch, traces });
});

type Asked = { body: Call | Call[]; rate: number; batch: number; traces: number };

function answer(response: ServerResponse, { body, rate, batch, traces }: Asked): void {
  const calls = Array.isArray(body) ? body : [body];
  if (!admit(calls.length, rate)) {
    response.writeHead(429).end('too many requests');
    return;
  }
  response.setHeader('content-type', 'application/json');
  if (Array.isArray(body) && batch > 0 && calls.length > batch) {
    count(0, calls.length);
    response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}');
    return;
  }
  count(calls.length, 0);
  const answers = calls.map((call) => `{"jsonrpc":"2.0","id":${call.id},${outcomeOf(call, traces)}}`);
  response.end(Array.isArray(body) ? `[${answers.join()}]` : answers[0]);
}

/** At most `rate` calls in each second of the clock. */
function admit(calls: number, rate: number): boolean {
  if (rate === 0) return true;
  const second = Math.floor(performance.now() / 1000);
  if (window.second !== second) window = { second, calls: 0 };
  if (window.calls + calls > rate) {
    count(0, calls);
    return false;
  }
  window.calls += calls;
  return true;
}

function count(answered: number, refused: number): void {
  begun ||= performance.now();
  const second = Math.floor((performance.now() - begun) / 1000);
  while (counts.length <= second) counts.push({ answered: 0, refused: 0 });
  const now = counts[second];
  if (!now) return;
  now.answered += answered;
  now.refused += refused;
}

function outcomeOf({ method, params }: Call, traces: number): string {
  if (method === 'eth_chainId') return '"result":"0x7a69"';
  if (method === 'eth_blockNumber') return `"result":"0x${(recording.blocks - 1).toString(16)}"`;
  if (method === 'eth_getCode') return `"result":"${params[0] === recording.token ? '0x60' : '0x'}"`;
  const isOffered = traces === 1 || method !== 'trace_block';
  const answer = isOffered ? recording.answers[`${method}:${Number(params[0])}`] : undefined;
  if (answer !== undefined) return `"result":${answer}`;
  if (params[0] === 'finalized') return '"result":null';
  return '"error":{"code":-32601,"message":"the method does not exist"}';
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  console.log(typeof bound === 'object' ? bound?.port : 0);
});
process.stdin.resume().on('end', () => process.exit());
