import { http } from 'viem';

/** One JSON-RPC call to the demo node; rejects with viem's RPC errors. */
export type NodeRequest = (method: string, params?: readonly unknown[]) => Promise<unknown>;

/** Calls are sent one by one: anvil runs the members of a batch concurrently, in no fixed order. */
export function createNodeRequest(rpcUrl: string): NodeRequest {
  const { request } = http(rpcUrl, { retryCount: 0, timeout: 60_000, batch: false })({});
  return (method, params = []) => request({ method, params });
}

export async function fetchTip(request: NodeRequest): Promise<ChainTip> {
  const block = await request('eth_getBlockByNumber', ['latest', false]);
  const { number, hash, timestamp } = asRecord(block);
  return { number: Number(asHex(number)), hash: asHex(hash), timestamp: Number(asHex(timestamp)) };
}

/** The latest block: height, hash, Unix seconds. */
export type ChainTip = { number: number; hash: `0x${string}`; timestamp: number };

/** The value as an object; throws TypeError otherwise. */
export function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new TypeError('The node answered no object.');
  return { ...value };
}

/** The value as a hex string; throws TypeError otherwise. */
export function asHex(value: unknown): `0x${string}` {
  if (typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)) return `0x${value.slice(2)}`;
  throw new TypeError('The node answered no hex string.');
}

/** The value as a list; throws TypeError otherwise. */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError('The node answered no list.');
}
