import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { namehash } from 'viem/ens';
import { bufferToHex } from '@/lib/evm/hex';
import type { Rpc } from '@/lib/rpc/client';
import { createFakeRpc } from './fake-rpc';

const NAME = toFunctionSelector('name(bytes32)');
const ADDR = toFunctionSelector('addr(bytes32)');
const RESOLVER = `0x${'02'.repeat(20)}` as const;
const NOBODY = `0x${'00'.repeat(20)}` as const;

/**
 * A node on which each of these names is the primary name of its address, but of whose latest block, as that of one that
 * lags, none is yet; `asked` counts reverse look-ups.
 */
export function createEnsNode(names: ReadonlyMap<string, Buffer>): { rpc: Rpc; asked: () => number } {
  const reverse = new Map(
    [...names].map(([name, address]) => [namehash(`${address.toString('hex')}.addr.reverse`), name] as const),
  );
  const forward = new Map([...names].map(([name, address]) => [namehash(name), address] as const));
  let lookUps = 0;
  const rpc = createFakeRpc(async (_, [params, tag]) => {
    if (tag === 'latest') return '0x';
    const data = typeof params === 'object' && params !== null && 'data' in params ? String(params.data) : '';
    const [selector, node] = [data.slice(0, 10), `0x${data.slice(10)}` as const];
    const owner = forward.get(node);
    if (selector === NAME) return encodeAbiParameters([{ type: 'string' }], [reverse.get(node) ?? '']);
    if (selector === ADDR) return word(owner ? bufferToHex(owner) : NOBODY);
    if (!owner) lookUps += 1;
    return word(owner || reverse.has(node) ? RESOLVER : NOBODY);
  });
  return { rpc, asked: () => lookUps };
}

function word(address: `0x${string}`) {
  return encodeAbiParameters([{ type: 'address' }], [address]);
}
