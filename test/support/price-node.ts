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

/** What a pool answers; `slot` is the square root of its price times 2^96. */
export type PoolState = Readonly<
  { tokens: readonly [Buffer, Buffer] } & ({ slot: bigint } | { reserves: readonly [bigint, bigint] })
>;

type Contract = (height: number) => FeedState | PoolState | undefined;

const DECIMALS = toFunctionSelector('decimals()');
const DESCRIPTION = toFunctionSelector('description()');
const TOKEN_0 = toFunctionSelector('token0()');
const TOKEN_1 = toFunctionSelector('token1()');
const SLOT = toFunctionSelector('slot0()');
const RESERVES = toFunctionSelector('getReserves()');
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
    if ('tokens' in state) return answerAsPool(state, data);
    if (data === DECIMALS) return encodeAbiParameters([{ type: 'uint8' }], [state.decimals ?? 8]);
    if (data === DESCRIPTION)
      return encodeAbiParameters([{ type: 'string' }], [state.description ?? 'ETH / USD']);
    if (state.answer === undefined)
      throw new RpcError(method, { code: 3, message: 'execution reverted', data: '0x' });
    return encodeAbiParameters(ROUND, [1n, state.answer, 0n, BigInt(state.updatedAt), 1n]);
  });
  return { rpc, calls: () => calls };
}

function answerAsPool(pool: PoolState, data: string): string {
  const [first, second] = pool.tokens.map(bufferToHex);
  if (data === TOKEN_0) return encodeAbiParameters([{ type: 'address' }], [first ?? '0x']);
  if (data === TOKEN_1) return encodeAbiParameters([{ type: 'address' }], [second ?? '0x']);
  if (data === SLOT && 'slot' in pool)
    return encodeAbiParameters([{ type: 'uint160' }, { type: 'int24' }], [pool.slot, 0]);
  if (data === RESERVES && 'reserves' in pool)
    return encodeAbiParameters(
      [{ type: 'uint112' }, { type: 'uint112' }, { type: 'uint32' }],
      [...pool.reserves, 0],
    );
  throw new RpcError('eth_call', { code: 3, message: 'execution reverted', data: '0x' });
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
