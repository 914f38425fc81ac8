import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { hexToBuffer } from './hex';
import { APPROVAL_LOG_TOPICS, readApprovals } from './read-approvals';
import { decodeKnownLog } from './signatures';

const ABI = parseAbi([
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
const ERC20 = parseAbi(['event Approval(address indexed owner, address indexed spender, uint256 value)']);
const ERC721 = parseAbi([
  'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
]);
const ERC7984 = parseAbi([
  'event OperatorSet(address indexed holder, address indexed operator, uint48 until)',
]);
const PERMIT2 = parseAbi([
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
]);
const at = (digit: string): Hex => `0x${digit.repeat(40)}`;
const [ANN, BOB, TOKEN, OTHER, NOBODY] = [at('1'), at('2'), at('3'), at('4'), at('0')];

let count = 0;
function logOf(topics: readonly (Hex | Hex[] | null)[], data: Hex = '0x') {
  const flat = topics.filter((topic) => typeof topic === 'string');
  const decoded = decodeKnownLog({ topics: flat.map(hexToBuffer), data: hexToBuffer(data) });
  count += 1;
  return { index: count, decoded: decoded ?? null, topics: flat, address: { hash: TOKEN } };
}
const uint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value]);
const allowance = (owner: Hex, spender: Hex, value: bigint) =>
  logOf(encodeEventTopics({ abi: ERC20, eventName: 'Approval', args: { owner, spender } }), uint(value));
const same = (text: string | undefined, other: string) => text?.toLowerCase() === other;

test('the last allowance of an owner to a spender counts', () => {
  const [first, ...rest] = readApprovals([allowance(ANN, BOB, 5n), allowance(ANN, BOB, 3n)]);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ kind: 'amount', limit: '3', is_unlimited: false, is_given: true });
  expect([same(first?.owner, ANN), same(first?.spender, BOB), first?.token]).toEqual([true, true, TOKEN]);
});

test('the largest value of a type is no limit, 0 takes it back', () => {
  const limits = [2n ** 256n - 1n, 2n ** 96n - 1n, 2n ** 95n, 0n].map(
    (value) => readApprovals([allowance(ANN, BOB, value)])[0],
  );
  expect(limits.map((approval) => approval?.is_unlimited)).toEqual([true, true, false, false]);
  expect(limits.map((approval) => approval?.is_given)).toEqual([true, true, true, false]);
});

test('approvals of one NFT and of all are told apart, and given from taken back', () => {
  const item = (approved: Hex) =>
    logOf(
      encodeEventTopics({ abi: ERC721, eventName: 'Approval', args: { owner: ANN, approved, tokenId: 7n } }),
    );
  const all = (approved: boolean) =>
    logOf(
      encodeEventTopics({ abi: ABI, eventName: 'ApprovalForAll', args: { owner: ANN, operator: BOB } }),
      encodeAbiParameters([{ type: 'bool' }], [approved]),
    );
  expect(readApprovals([item(BOB)])[0]).toMatchObject({ kind: 'nft', token_id: '7', is_given: true });
  const taken = readApprovals([item(BOB), item(NOBODY)]);
  expect(taken).toHaveLength(1);
  expect(taken[0]).toMatchObject({ kind: 'nft', token_id: '7', is_given: false });
  expect(readApprovals([all(true)])[0]).toMatchObject({ kind: 'all', is_given: true });
  expect(readApprovals([all(false)])[0]).toMatchObject({ kind: 'all', is_given: false });
});

test('Permit2 names the token, and both it and ERC-7984 have an end', () => {
  const permit = logOf(
    encodeEventTopics({
      abi: PERMIT2,
      eventName: 'Permit',
      args: { owner: ANN, token: OTHER, spender: BOB },
    }),
    encodeAbiParameters(
      [{ type: 'uint160' }, { type: 'uint48' }, { type: 'uint48' }],
      [9n, 1_700_000_000, 0],
    ),
  );
  const operator = logOf(
    encodeEventTopics({ abi: ERC7984, eventName: 'OperatorSet', args: { holder: ANN, operator: BOB } }),
    encodeAbiParameters([{ type: 'uint48' }], [1_700_000_000]),
  );
  const [first, second] = readApprovals([permit, operator]);
  const end = '2023-11-14T22:13:20.000000Z';
  expect([same(first?.token, OTHER), first?.contract, first?.valid_until]).toEqual([true, TOKEN, end]);
  expect(second).toMatchObject({ kind: 'all', is_given: true, valid_until: end });
});

test('other logs are none, and every approval has its topic', () => {
  const transfer = logOf(
    encodeEventTopics({ abi: ABI, eventName: 'Transfer', args: { from: ANN, to: BOB } }),
    uint(1n),
  );
  expect(readApprovals([transfer])).toEqual([]);
  expect(APPROVAL_LOG_TOPICS).toContain(allowance(ANN, BOB, 1n).topics[0]);
  expect(APPROVAL_LOG_TOPICS.length).toBeLessThanOrEqual(8);
});
