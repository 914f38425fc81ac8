import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { namehash } from 'viem/ens';
import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { bufferToHex } from '../evm/hex';
import { fetchEnsAddress, fetchEnsName, findEnsRegistry, normalizeName } from './ens';
import { RpcError } from './rpc-error';

const AT = { address: Buffer.alloc(20, 1), height: 5 };
const RESOLVER = bufferToHex(Buffer.alloc(20, 2));
const ALICE = Buffer.alloc(20, 0xa1);
const REVERSE = namehash(`${ALICE.toString('hex')}.addr.reverse`);
const NAME = toFunctionSelector('name(bytes32)');
const ADDR = toFunctionSelector('addr(bytes32)');

const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value]);
const addressWord = (hex: `0x${string}`) => encodeAbiParameters([{ type: 'address' }], [hex]);

/** A node with one resolver, and these records by node. */
function createNode(records: { names?: Record<string, string>; addresses?: Record<string, `0x${string}`> }) {
  return createFakeRpc(async (_, [params]) => {
    const data = typeof params === 'object' && params !== null && 'data' in params ? String(params.data) : '';
    const [selector, node] = [data.slice(0, 10), `0x${data.slice(10)}`];
    if (selector === NAME) return text(records.names?.[node] ?? '');
    if (selector === ADDR) return addressWord(records.addresses?.[node] ?? `0x${'00'.repeat(20)}`);
    const isKnown = node in { ...records.names, ...records.addresses };
    return addressWord(isKnown ? RESOLVER : `0x${'00'.repeat(20)}`);
  });
}

test('a name counts that resolves to the address whose reverse record says it', async () => {
  const rpc = createNode({
    names: { [REVERSE]: 'alice.eth' },
    addresses: { [namehash('alice.eth')]: bufferToHex(ALICE) },
  });
  expect(await fetchEnsName(rpc, AT, ALICE)).toBe('alice.eth');
  expect(await fetchEnsName(rpc, AT, Buffer.alloc(20, 0xb0))).toBeNull();
  expect(await fetchEnsAddress(rpc, AT, 'alice.eth')).toEqual(ALICE);
  expect(await fetchEnsAddress(rpc, AT, 'nobody.eth')).toBeNull();
});

test.each([
  ['the name of another', 'vitalik.eth', { [namehash('vitalik.eth')]: bufferToHex(Buffer.alloc(20, 5)) }],
  ['a name that resolves to nothing', 'vitalik.eth', {}],
  ['a name that is not normalized', 'Alice.eth', { [namehash('alice.eth')]: bufferToHex(ALICE) }],
  ['a name of mixed scripts', 'аlice.eth', { [namehash('аlice.eth')]: bufferToHex(ALICE) }],
  ['no name', 'alice', { [namehash('alice')]: bufferToHex(ALICE) }],
  ['an endless name', `${'a'.repeat(300)}.eth`, {}],
])('%s is no name', async (_, name, addresses) => {
  const rpc = createNode({ names: { [REVERSE]: name }, addresses });
  expect(await fetchEnsName(rpc, AT, ALICE)).toBeNull();
});

test('a resolver that answers nonsense gives no name; one that the node refuses to call is not known', async () => {
  const nonsense = createFakeRpc(async () => '0x1234');
  expect(await fetchEnsName(nonsense, AT, ALICE)).toBeNull();
  const refusing = createFakeRpc(async () => {
    throw new RpcError('node.example eth_call', { code: -32601, message: 'method not found' });
  });
  expect(await fetchEnsName(refusing, AT, ALICE)).toBeUndefined();
});

test('names are normalized, and Ethereum and its test networks have a registry', () => {
  expect(normalizeName('ViTaLiK.eth')).toBe('vitalik.eth');
  expect(normalizeName('no name')).toBeUndefined();
  expect(findEnsRegistry(1)).toHaveLength(20);
  expect(findEnsRegistry(10)).toBeUndefined();
});
