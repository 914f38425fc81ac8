import { createFailover, type Rpc, type Send } from '@/lib/rpc/failover';
import { RpcError } from '@/lib/rpc/rpc-error';

/**
 * A whole client whose requests this function answers, without retries; or one of several endpoints, each a function
 * by its name.
 */
export function createFakeRpc(answer: Send | Readonly<Record<string, Send>>): Rpc {
  const functions = typeof answer === 'function' ? { 'node.example': answer } : answer;
  const endpoints = Object.entries(functions).map(([host, send]) => ({ host, send }));
  return createFailover(endpoints, { retries: 0 });
}

/**
 * A node whose contracts have been there since a block: `answer` is asked for none of an earlier state, in which there is
 * no code. It has no block above its head yet.
 */
export function createLaggingRpc(chain: { since: number; head: number }, answer: Send): Rpc {
  return createFakeRpc(async (method, params, how) => {
    if (method === 'eth_blockNumber') return `0x${chain.head.toString(16)}`;
    const tag = params.at(-1);
    const height = tag === 'latest' ? chain.head : Number(tag);
    if (height > chain.head) throw new RpcError(method, { code: -32000, message: 'header not found' });
    return height < chain.since ? '0x' : answer(method, params, how);
  });
}
