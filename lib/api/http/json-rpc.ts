import { z } from 'zod';
import { JSON_RPC_CREDITS, JSON_RPC_LIMITS, type RpcResponse, rpcRequest } from '@/lib/endpoints/json-rpc';
import { JsonBoundsError, requireBounded } from '@/lib/rpc/json-bounds';
import { loadIndexerState } from '../loaders/mentions';
import type { RpcAnswer } from '../nodes/json-rpc';
import { heightsOf } from '../nodes/json-rpc-call';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import type { Admission } from './admit';
import { ANSWERS, type Answer, type AnswerStatus } from './answer';
import { type ApiContext, respond, setHeaders } from './respond';

type RpcOptions = Readonly<{ admit: Admission; chains: ServedChains; services: Services }>;
type Requests = Readonly<{ isBatch: boolean; list: readonly unknown[] }>;

const NOT_CACHED = { cache: 'private, no-cache' } as const;
const MAX_DEPTH = 64;
const errorText = z.object({ error: z.string() });

/** Creates the handler of POST /json-rpc. A batch is one request to the rate limit, and costs as much as its parts. */
export function createRpcHandler(options: RpcOptions) {
  return async (c: ApiContext): Promise<Response> => {
    const requests = readRequests(await readBody(c.req.raw));
    const count = 'list' in requests ? requests.list.length : 1;
    const priced = { id: 'callJsonRpc', credits: JSON_RPC_CREDITS * Math.max(1, count) };
    const decision = await options.admit(c, priced, c.req.query('apikey'));
    if (!decision.refusal && c.get('route').surface === 'instance') setHeaders(c, { vary: 'authorization' });
    if (decision.refusal) return respond(c, toRpcForm(decision.refusal), NOT_CACHED);
    try {
      const answer = 'list' in requests ? await answerRequests(c, options, requests) : requests;
      return await respond(c, answer, { ...NOT_CACHED, settle: decision.settle });
    } catch (error) {
      decision.settle(500);
      throw error;
    }
  };
}

/** Undefined when it is too large, without reading the rest. */
async function readBody(request: Request): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > JSON_RPC_LIMITS.body) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function readRequests(body: Buffer | undefined): Requests | Answer {
  if (body === undefined) return refuse(413, -32600, `A body has at most ${JSON_RPC_LIMITS.body} bytes`);
  let given: unknown;
  try {
    requireBounded(body, MAX_DEPTH);
    given = JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonBoundsError)
      return refuse(400, -32700, 'The body is not JSON');
    throw error;
  }
  if (!Array.isArray(given)) return { isBatch: false, list: [given] };
  if (given.length === 0) return refuse(400, -32600, 'The batch is empty');
  if (given.length > JSON_RPC_LIMITS.batch)
    return refuse(413, -32600, `A batch has at most ${JSON_RPC_LIMITS.batch} requests`);
  return { isBatch: true, list: given };
}

async function answerRequests(
  c: ApiContext,
  { chains, services }: RpcOptions,
  { isBatch, list }: Requests,
): Promise<Answer> {
  const { surface, chainId } = c.get('route');
  const chain = await chains.find(surface === 'instance' ? undefined : chainId);
  if (!chain) return toRpcForm(ANSWERS.unknownChain);
  const db = chains.open(chain);
  const heights = heightsOf(await loadIndexerState(db));
  let left: number = JSON_RPC_LIMITS.response;
  const ask = async (given: unknown): Promise<RpcAnswer & { id: RpcResponse['id'] }> => {
    const parsed = rpcRequest.safeParse(given);
    if (!parsed.success) return { id: null, error: { code: -32600, message: 'This is no JSON-RPC request' } };
    const { id = null, method, params = [] } = parsed.data;
    if (left < 0) return { id, error: { code: -32005, message: 'The batch is too large: ask for less' } };
    const answer = await services.jsonRpc(chain.chain_id, { method, params }, heights);
    if (isBatch && 'result' in answer) left -= JSON.stringify(answer.result)?.length ?? 0;
    return { id, ...answer };
  };
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  // One after the other, so that what a batch may hold is known; the node's own batches gain nothing here.
  for (const given of list) answers.push(await ask(given));
  const body = answers.map(present);
  return { ...statusOf(answers), body: isBatch ? body : body[0] };
}

function present({ id, ...answer }: RpcAnswer & { id: RpcResponse['id'] }): RpcResponse {
  const outcome = 'error' in answer ? { error: answer.error } : { result: answer.result };
  return { jsonrpc: '2.0', id, ...outcome };
}

/** 503 when no node answered any of them. */
function statusOf(answers: readonly RpcAnswer[]): Pick<Answer, 'status' | 'headers'> {
  const waits = answers.flatMap((answer) =>
    'error' in answer && answer.retryMs !== undefined ? [answer.retryMs] : [],
  );
  if (waits.length < answers.length) return { status: 200 };
  const known = waits.filter((wait) => wait !== null);
  if (known.length === 0) return { status: 503 };
  return {
    status: 503,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(Math.min(...known) / 1000))) },
  };
}

function refuse(status: AnswerStatus, code: number, message: string): Answer {
  const body: RpcResponse = { jsonrpc: '2.0', id: null, error: { code, message } };
  return { status, body };
}

/** A refusal of the gate as JSON-RPC's clients read it. */
function toRpcForm({ status, body, headers = {} }: Answer): Answer {
  const { error = 'Refused' } = errorText.safeParse(body).data ?? {};
  return { ...refuse(status, status === 429 ? -32005 : -32001, error), headers };
}
