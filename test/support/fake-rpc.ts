import { createFailover, type Rpc, type Send } from '@/lib/rpc/failover';

/**
 * A whole client whose requests this function answers, without retries; or one of several endpoints, each a function
 * by its name.
 */
export function createFakeRpc(answer: Send | Readonly<Record<string, Send>>): Rpc {
  const functions = typeof answer === 'function' ? { 'node.example': answer } : answer;
  const endpoints = Object.entries(functions).map(([host, send]) => ({ host, send }));
  return createFailover(endpoints, { retries: 0 });
}
