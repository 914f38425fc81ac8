import { createHash } from 'node:crypto';
import { createBoundedCache } from '@/lib/bounded-cache';
import { currentGeneration } from '@/lib/db/generation';
import type { JsonRpcMethod } from '@/lib/endpoints/json-rpc-methods';
import { isHexData } from '@/lib/evm/hex';
import type { Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createCache } from '../cache';
import { createChainNodes, type NodeAnswer, type NodeOptions } from './chain-nodes';
import { ageOf } from './json-rpc-age';
import { type Indexed, type PreparedCall, prepareCall, type RpcCall, type RpcFailure } from './json-rpc-call';

import { REASONS } from './refuse-unavailable';

/** A result, untrusted, or an error. `retryMs` is set when no node answered: when to ask again, null for never. */
export type RpcAnswer =
  | Readonly<{ result: unknown }>
  | Readonly<{ error: RpcFailure; retryMs?: number | null }>;

/** Answers a request of a client from the chain's node, within its limits. */
export type JsonRpc = (chainId: number, call: RpcCall, indexed: Indexed) => Promise<RpcAnswer>;

const MB = 1024 * 1024;
const LIMITS = { timeoutMs: 5_000, maxConcurrent: 64, maxPerSecond: 300, maxAnswerBytes: 8 * MB };
const HEAD_MS = 1_000;
const MAX_CACHED = 64 * MB;
const MAX_CACHED_ANSWER = MB;

/** Answers that all clients share for a second. */
const OF_HEAD: ReadonlySet<JsonRpcMethod> = new Set([
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
]);

/**
 * Reads from the configured chains' nodes. Results about finalized blocks are cached, up to 64 MB: for minutes if its block is the
 * indexed one, else for seconds.
 */
export function createJsonRpc(options: NodeOptions): JsonRpc {
  const nodes = createChainNodes({ ...options, limits: LIMITS });
  const finalizedAnswers = createBoundedCache<string, { result: unknown }>({
    ...{ name: 'finalized_answers', maxBytes: MAX_CACHED },
  });
  const shared = createCache<RpcAnswer>({
    name: 'head_answers',
    ttlMs: HEAD_MS,
    maxKeys: 1_000,
    isCacheable: (answer) => 'result' in answer,
  });
  return async (chainId, call, indexed) => {
    const prepared = prepareCall(call, indexed);
    if ('error' in prepared) return prepared;
    const { method, params } = prepared;
    if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` };
    if (method === 'net_version') return { result: String(chainId) };
    const key = createHash('sha256')
      .update(JSON.stringify([currentGeneration(), chainId, method, params]))
      .digest('base64');
    const known = finalizedAnswers.get(key);
    if (known) return known;
    const request = async () =>
      toAnswer(
        await nodes(chainId, (rpc) => send(rpc, prepared), { subject: prepared.isHeavy ? key : undefined }),
      );
    const answer = OF_HEAD.has(method) ? await shared(key, request) : await request();
    if ('result' in answer) {
      const ttl = await ageOf(prepared, answer.result, indexed);
      const size = ttl > 0 ? JSON.stringify(answer.result).length + 100 : 0;
      if (ttl > 0 && size <= MAX_CACHED_ANSWER) finalizedAnswers.set(key, answer, { size, ttl });
    }
    return answer;
  };
}

/** A node's error is passed on, unless it is about the node's own limits. */
async function send(rpc: Rpc, { method, params }: PreparedCall): Promise<RpcAnswer> {
  try {
    return { result: await rpc.request(method, params) };
  } catch (error) {
    if (!(error instanceof RpcError) || error.isRateLimit) throw error;
    const data = isHexData(error.data) ? { data: error.data } : {};
    return { error: { code: error.rpcCode, message: withoutHosts(error.text, rpc.hosts), ...data } };
  }
}

/** The URL of a node may contain a key and must not leak. */
function withoutHosts(text: string, hosts: readonly string[]): string {
  const named = hosts.flatMap((host) => [host.replace(/#\d+$/, ''), host.replace(/(:\d+)?(#\d+)?$/, '')]);
  const cut = named.reduce((left, host) => (host === '' ? left : left.replaceAll(host, '…')), text);
  return cut.replace(/\w+:\/\/\S+|\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g, '…');
}

function toAnswer(answer: NodeAnswer<RpcAnswer>): RpcAnswer {
  if (answer.kind === 'answered') return answer.value;
  if (answer.kind === 'large')
    return { error: { code: -32005, message: 'The response is too large: request less' } };
  if (answer.kind === 'refused') return { error: { code: -32002, message: 'The node refused the request' } };
  const code = answer.why === 'busy' ? -32005 : -32002;
  return { error: { code, message: REASONS[answer.why] }, retryMs: answer.retryMs ?? null };
}
