import { encodeFunctionResult, multicall3Abi, numberToHex } from 'viem';
import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { bufferToHex } from '../evm/hex';
import { AnswerTooLargeError, RpcError } from './rpc-error';
import { createBalanceReader } from './token-balances';

const BLOCK = { number: 7, hash: Buffer.alloc(32, 7) };
const MULTICALL = '0xca11bde05977b3631167028862be2a173976ca11';
const call = (token: number) => ({
  token: Buffer.alloc(20, token),
  holder: Buffer.alloc(20, 9),
  tokenId: null,
});
const word = (value: bigint) => numberToHex(value, { size: 32 });

type Answers = { code?: string; multicall?: () => unknown; alone?: (to: string) => unknown };

/** A node on which each contract answers its number, unless told otherwise; it counts its requests. */
function createNode({
  code = '0x',
  multicall,
  alone = (to) => word(BigInt(`0x${to.slice(2, 4)}`)),
}: Answers) {
  const sent: string[] = [];
  const rpc = createFakeRpc(async (method, params) => {
    const [first] = params;
    const to = typeof first === 'object' && first !== null && 'to' in first ? String(first.to) : '';
    sent.push(to === MULTICALL ? 'multicall' : method);
    if (method === 'eth_getCode') return code;
    if (method === 'eth_getBlockByNumber') return { hash: bufferToHex(BLOCK.hash) };
    return to === MULTICALL ? multicall?.() : alone(to);
  });
  return { rpc, sent };
}

const aggregate = (results: readonly { success: boolean; returnData: `0x${string}` }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: results });

test('without Multicall3 each contract is called, and its code is looked for once', async () => {
  const { rpc, sent } = createNode({});
  const read = createBalanceReader();
  expect(await read(rpc, BLOCK, [call(1), call(2)])).toEqual([1n, 2n]);
  expect(await read(rpc, BLOCK, [call(3), call(4)])).toEqual([3n, 4n]);
  expect(sent.filter((method) => method === 'eth_getCode')).toHaveLength(1);
  expect(sent.filter((method) => method === 'eth_call')).toHaveLength(4);
});

test('Multicall3 answers for all in one request, and what fails in it is called alone', async () => {
  const results = [
    { success: true, returnData: word(5n) },
    { success: false, returnData: '0x' },
    { success: true, returnData: '0x01' },
  ] as const;
  const { rpc, sent } = createNode({ code: '0x60', multicall: () => aggregate(results) });
  expect(await createBalanceReader()(rpc, BLOCK, [call(1), call(2), call(3)])).toEqual([5n, 2n, null]);
  expect(sent.filter((method) => method === 'multicall')).toHaveLength(1);
  expect(sent.filter((method) => method === 'eth_call')).toHaveLength(1);
});

test.each([
  ['garbage', () => `0x${'ff'.repeat(200)}`],
  ['nothing', () => '0x'],
  ['fewer results', () => aggregate([{ success: true, returnData: word(5n) }])],
  [
    'an answer without end',
    () => {
      throw new AnswerTooLargeError(1);
    },
  ],
])('of %s from Multicall3 nothing is believed', async (_, multicall) => {
  const { rpc } = createNode({ code: '0x60', multicall });
  expect(await createBalanceReader()(rpc, BLOCK, [call(1), call(2)])).toEqual([1n, 2n]);
});

test('a contract that reverts, answers too much or too little has no balance; one refused is unanswered', async () => {
  const refuse = (code: number, message: string) => {
    throw new RpcError('eth_call', { code, message });
  };
  const alone = (to: string) => {
    if (to.startsWith('0x01')) return refuse(3, 'execution reverted');
    if (to.startsWith('0x02')) throw new AnswerTooLargeError(1);
    if (to.startsWith('0x03')) return `0x${'ff'.repeat(31)}`;
    if (to.startsWith('0x04')) return refuse(-32000, 'missing trie node');
    return `0x${'ff'.repeat(64)}`;
  };
  const { rpc } = createNode({ alone });
  const answers = await createBalanceReader()(rpc, BLOCK, [call(1), call(2), call(3), call(4), call(5)]);
  expect(answers).toEqual([null, null, null, undefined, 2n ** 256n - 1n]);
  await expect(createBalanceReader()(rpc, BLOCK, [call(4), call(4)])).rejects.toThrow('missing trie node');
});

test('a node with another block at that height is not believed', async () => {
  const { rpc } = createNode({});
  const other = { number: 7, hash: Buffer.alloc(32, 8) };
  await expect(createBalanceReader()(rpc, other, [call(1)])).rejects.toMatchObject({ code: 'node_answer' });
});
