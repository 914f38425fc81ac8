import { z } from 'zod';
import type { Rpc } from '@/lib/rpc/client';
import type { Send } from '@/lib/rpc/failover';
import { RpcError } from '@/lib/rpc/rpc-error';
import { AMSTERDAM } from './amsterdam-chain';
import { createFakeRpc } from './fake-rpc';

/** The chain of `AMSTERDAM`, whose blocks are 1 to 10. */
export const AMSTERDAM_ID = 7928;

const code = z.record(z.string(), z.string());
const { pre, contracts } = z
  .object({ pre: z.object({ system: code }), contracts: code })
  .parse(AMSTERDAM.genesis);
const withCode = new Set([...Object.keys(pre.system), ...Object.values(contracts)]);

function answer(method: string, params: readonly unknown[]): unknown {
  const found = AMSTERDAM.blocks[Number(params[0]) - 1];
  switch (method) {
    case 'eth_chainId':
      return `0x${AMSTERDAM_ID.toString(16)}`;
    case 'eth_blockNumber':
      return `0x${AMSTERDAM.blocks.length.toString(16)}`;
    case 'eth_getBlockByNumber':
      return found?.block ?? null;
    case 'eth_getBlockReceipts':
      return found?.receipts ?? null;
    case 'eth_getCode':
      return withCode.has(String(params[0])) ? '0x00' : '0x';
    default:
      throw new RpcError(method, { code: -32601, message: 'not offered' });
  }
}

/** A client of the node of that chain, which has neither traces nor the states of its contracts. */
export function createAmsterdamRpc(): Rpc {
  return createFakeRpc(async (method, params) => answer(method, params));
}

/** How the node answers a method, instead of as it should; undefined leaves the answer. */
type Deviation = (method: string, height: number) => unknown;

const FIRST = 1;
const missing = (method: string) => new RpcError(method, { code: -32601, message: 'method not found' });

/** A node of the recorded chain after Amsterdam, from block 1 on; without traces and state. */
export function createAmsterdamNode(deviate: Deviation = () => undefined): Send & { asked: string[] } {
  const asked: string[] = [];
  const send: Send = async (method, params) => {
    asked.push(method);
    const height = Number(params[0]);
    const other = deviate(method, height);
    if (other instanceof Error) throw other;
    if (other !== undefined) return other;
    const answers = AMSTERDAM.blocks[height - FIRST];
    if (method === 'eth_chainId') return '0x1ef8';
    if (method === 'eth_blockNumber') return `0x${AMSTERDAM.blocks.length.toString(16)}`;
    if (method === 'eth_getCode') return '0x';
    if (method === 'eth_getBlockByNumber') return answers?.block ?? null;
    if (method === 'eth_getBlockReceipts') return answers?.receipts ?? null;
    if (method === 'eth_getBlockAccessList') return answers?.accessList ?? null;
    if (method === 'debug_getRawBlockAccessList') return answers?.accessListRlp ?? null;
    throw missing(method);
  };
  return Object.assign(send, { asked });
}
