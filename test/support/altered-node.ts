import type { Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { drawsOf } from '../synthetic/draws';
import { ALTERATIONS, type Answered, type Pool, type RawBlock, type RawReceipt } from './alter-block';

/** Blocks of a node that answers each request once, so that many indexes cost it little. */
export type Source = { rpc: Rpc; chainId: number; first: number; last: number; pool: Pool };

const keyOf = (method: string, params: readonly unknown[]) => `${method} ${JSON.stringify(params)}`;
const heightOf = (params: readonly unknown[]) => Number(params[0]);
const isTraced = (method: string) => method.startsWith('debug_') || method.startsWith('trace_');

function withRequest(node: Rpc, request: Rpc['request']): Rpc {
  const rpc: Rpc = { ...node, request, observe: () => ({ ...rpc, answeredBy: () => [] }) };
  return rpc;
}

/** The node, asked each question once. */
export function remember(rpc: Rpc, hasTraces: boolean): Rpc {
  const answers = new Map<string, Promise<unknown>>();
  const ask: Rpc['request'] = async (method, params) => {
    if (!hasTraces && isTraced(method))
      throw new RpcError(method, { code: -32601, message: 'the method does not exist' });
    const key = keyOf(method, params);
    const known = answers.get(key) ?? rpc.request(method, params);
    answers.set(key, known);
    return known;
  };
  return withRequest(rpc, ask);
}

/** Addresses and logs of a chain, to lie with. */
export async function readPool(rpc: Rpc, { first, last }: { first: number; last: number }): Promise<Pool> {
  const pool: Pool = { addresses: [], logs: [] };
  const addresses = new Set<string>();
  for (let height = first; height <= last; height++) {
    const tag = `0x${height.toString(16)}`;
    const block: RawBlock = JSON.parse(
      JSON.stringify(await rpc.request('eth_getBlockByNumber', [tag, true])),
    );
    const receipts: RawReceipt[] = JSON.parse(
      JSON.stringify(await rpc.request('eth_getBlockReceipts', [tag])),
    );
    for (const { from, to } of block.transactions) addresses.add(from).add(to ?? from);
    for (const { logs, contractAddress } of receipts) {
      if (contractAddress) addresses.add(contractAddress);
      pool.logs.push(...logs);
    }
  }
  pool.addresses.push(...addresses);
  return pool;
}

/** The traces of the first transactions, whichever method gave them. */
function cutTraces(answer: unknown, count: number): unknown {
  if (!Array.isArray(answer)) return answer;
  return answer.filter((entry, at) => (entry.transactionPosition ?? at) < count);
}

/** The node, but it lies about the blocks of `heights`: a lie is drawn of the seed for each. */
export function alter(source: Source, { seed, heights }: { seed: number; heights: ReadonlySet<number> }) {
  const lies = new Map<number, Promise<Answered>>();
  const altered = new Map<number, string>();
  const names = Object.keys(ALTERATIONS);
  const lieAbout = async (height: number): Promise<Answered> => {
    const tag = `0x${height.toString(16)}`;
    const block: RawBlock = JSON.parse(
      JSON.stringify(await source.rpc.request('eth_getBlockByNumber', [tag, true])),
    );
    const receipts: RawReceipt[] = JSON.parse(
      JSON.stringify(await source.rpc.request('eth_getBlockReceipts', [tag])),
    );
    const answered = { block, receipts, pool: source.pool };
    const draws = drawsOf(seed, height);
    for (let tries = 0; tries < 20 && !altered.has(height); tries++) {
      const name = names[draws.below(names.length)] ?? '';
      if (ALTERATIONS[name]?.(answered, draws)) altered.set(height, name);
    }
    return answered;
  };
  const request: Rpc['request'] = async (method, params) => {
    const height = heightOf(params);
    const isAboutBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockReceipts';
    if ((!isAboutBlock && !isTraced(method)) || !heights.has(height))
      return source.rpc.request(method, params);
    const lie = lies.get(height) ?? lieAbout(height);
    lies.set(height, lie);
    const { block, receipts } = await lie;
    if (isTraced(method))
      return cutTraces(await source.rpc.request(method, params), block.transactions.length);
    if (method === 'eth_getBlockReceipts') return receipts;
    const hashes = block.transactions.map(({ hash }) => hash);
    return params[1] === false ? { ...block, transactions: hashes } : block;
  };
  return { rpc: withRequest(source.rpc, request), altered: altered };
}
