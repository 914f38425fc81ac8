import { encodeAbiParameters, toFunctionSelector } from 'viem';
import type { Database } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';
import type { Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from './fake-rpc';

/** What a feed answers in the state after a block; an answer of `undefined` reverts. */
export type FeedState = Readonly<{
  answer: bigint | undefined;
  updatedAt: number;
  decimals?: number;
  description?: string;
}>;

type Contract = (height: number) => FeedState | undefined;

const DECIMALS = toFunctionSelector('decimals()');
const DESCRIPTION = toFunctionSelector('description()');
const ROUND = [...['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map((type) => ({ type }))];

/**
 * A node with AggregatorV3 feeds by address (undefined: no code) over the blocks of an index, and with state from
 * `stateSince` on; `calls` counts calls.
 */
export function createPriceNode(
  db: Database,
  contracts: ReadonlyMap<string, Contract>,
  stateSince = () => 0,
): { rpc: Rpc; calls: () => number } {
  let calls = 0;
  const rpc = createFakeRpc(async (method, params) => {
    if (method === 'eth_getBlockByNumber') return readBlock(db, Number(params[0]));
    calls += 1;
    const [call, tag] = params;
    const height = Number(tag);
    if (height < stateSince()) throw new RpcError(method, { code: -32000, message: 'missing trie node' });
    const { to, data } = readCall(call);
    const state = contracts.get(to)?.(height);
    if (!state) return '0x';
    if (data === DECIMALS) return encodeAbiParameters([{ type: 'uint8' }], [state.decimals ?? 8]);
    if (data === DESCRIPTION)
      return encodeAbiParameters([{ type: 'string' }], [state.description ?? 'ETH / USD']);
    if (state.answer === undefined)
      throw new RpcError(method, { code: 3, message: 'execution reverted', data: '0x' });
    return encodeAbiParameters(ROUND, [1n, state.answer, 0n, BigInt(state.updatedAt), 1n]);
  });
  return { rpc, calls: () => calls };
}

async function readBlock({ sql, schema }: Database, height: number) {
  const [row] = await sql<{ hash: Buffer; parent_hash: Buffer }[]>`
    select hash, parent_hash from ${schema}.blocks where number = ${height}`;
  return row
    ? { number: height, hash: bufferToHex(row.hash), parentHash: bufferToHex(row.parent_hash) }
    : null;
}

function readCall(call: unknown): { to: string; data: string } {
  if (typeof call !== 'object' || call === null || !('to' in call) || !('data' in call))
    throw new Error('not a call');
  return { to: String(call.to), data: String(call.data) };
}
