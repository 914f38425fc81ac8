import { ANSWERS, type Answer } from '@/lib/api/answer';
import { loadIndexed } from '@/lib/api/modules/indexed-loader';
import { HEAVY_REQUESTS } from '@/lib/endpoints/endpoint';
import { JSON_RPC_CREDITS, JSON_RPC_LIMITS, type RpcResponse, rpcRequest } from '@/lib/endpoints/json-rpc';
import { isRecord } from '@/lib/evm/is-record';
import { parseBounded } from '@/lib/rpc/json-bounds';
import type { RpcAnswer } from '../nodes/json-rpc';
import type { ServedChains } from '../served-chains';
import type { Services } from '../services';
import { type Admission, serve } from './admit';
import type { ReadBody } from './bodies';
import type { ApiContext } from './respond';
import { findChainOf } from './route';
import { refuseBody, refuseRpc, toRpcForm } from './rpc-form';

type RpcOptions = Readonly<{
  admit: Admission;
  readBody: ReadBody;
  chains: ServedChains;
  services: Services;
}>;
type Requests = Readonly<{ isBatch: boolean; list: readonly unknown[] }>;

const MAX_DEPTH = 64;

/** Methods that a node works for. */
const HEAVY_METHODS: ReadonlySet<unknown> = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_getLogs',
]);

/** Creates the handler of POST /json-rpc. A batch costs as much as its parts, and counts without a key as all of them. */
export function createRpcHandler(options: RpcOptions) {
  return async (c: ApiContext): Promise<Response> => {
    const requests = readRequests(await options.readBody(c, JSON_RPC_LIMITS.body));
    const count = 'list' in requests ? requests.list.length : 1;
    const priced = {
      id: 'callJsonRpc',
      credits: JSON_RPC_CREDITS * Math.max(1, count),
      requests: weigh(requests),
    };
    const answer = async () => ('list' in requests ? answerRequests(c, options, requests) : requests);
    return serve(c, options.admit, { priced, inForm: toRpcForm, answer });
  };
}

/** As how many requests a batch counts: heavy ones more than once. */
function weigh(requests: Requests | Answer): number {
  if (!('list' in requests)) return 1;
  return requests.list.reduce<number>(
    (sum, payload) => sum + (isRecord(payload) && HEAVY_METHODS.has(payload.method) ? HEAVY_REQUESTS : 1),
    0,
  );
}

function readRequests(read: Awaited<ReturnType<ReadBody>>): Requests | Answer {
  if ('refusal' in read) return refuseBody(read.refusal, JSON_RPC_LIMITS.body);
  const payload = parseBounded(read.body, MAX_DEPTH);
  if (payload === undefined) return refuseRpc(400, -32700, 'The body is not JSON');
  if (!Array.isArray(payload)) return { isBatch: false, list: [payload] };
  if (payload.length === 0) return refuseRpc(400, -32600, 'The batch is empty');
  if (payload.length > JSON_RPC_LIMITS.batch)
    return refuseRpc(413, -32600, `A batch has at most ${JSON_RPC_LIMITS.batch} requests`);
  return { isBatch: true, list: payload };
}

async function answerRequests(
  c: ApiContext,
  { chains, services }: RpcOptions,
  { isBatch, list }: Requests,
): Promise<Answer> {
  const chain = await findChainOf(chains, c.get('route'));
  if (!chain) return toRpcForm(ANSWERS.unknownChain);
  const db = chains.open(chain);
  const indexed = await loadIndexed(db);
  let left: number = JSON_RPC_LIMITS.response;
  const answerOne = async (payload: unknown): Promise<RpcAnswer & { id: RpcResponse['id'] }> => {
    const parsed = rpcRequest.safeParse(payload);
    if (!parsed.success)
      return { id: null, error: { code: -32600, message: 'This is not a JSON-RPC request' } };
    const { id = null, method, params = [] } = parsed.data;
    if (left < 0) return { id, error: { code: -32005, message: 'The batch is too large: request less' } };
    const answer = await services.jsonRpc(chain.chain_id, { method, params }, indexed);
    if (isBatch && 'result' in answer) left -= JSON.stringify(answer.result)?.length ?? 0;
    return { id, ...answer };
  };
  const answers: Awaited<ReturnType<typeof answerOne>>[] = [];
  // One after the other, so that what a batch may hold is known; the node's own batches gain nothing here.
  for (const payload of list) answers.push(await answerOne(payload));
  const body = answers.map(present);
  return { ...statusOf(answers), body: isBatch ? body : body[0] };
}

function present({ id, ...answer }: RpcAnswer & { id: RpcResponse['id'] }): RpcResponse {
  const outcome = 'error' in answer ? { error: answer.error } : { result: answer.result };
  return { jsonrpc: '2.0', id, ...outcome };
}

/** 503 when no node answered any request of the batch. */
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
