import type { Rpc } from '@/lib/rpc/client';
import type { Send } from '@/lib/rpc/failover';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from '../support/fake-rpc';
import { CAST, isContract, type Size, SYNTHETIC_CHAIN_ID } from './cast';
import { drawsOf } from './draws';
import { word } from './events';
import { hashOf, REVERT_OUTPUT, type Story, storyOf } from './transactions';

const BLOCKS = 4;
const FIRST_TIMESTAMP = 1_600_000_000;
/** The chain spans the same time, so charts have as many points, for any number of transactions. */
const CHAIN_SECONDS = 3 * 365 * 86_400;
const GAS = 60_000;
const EMPTY_BYTES = `0x${'0'.repeat(512)}`;

type Told = { hash: string; story: Story };
type Block = { header: Record<string, unknown>; told: readonly Told[] };

function countBlocks({ transactions, perBlock }: Size): number {
  return Math.ceil(transactions / perBlock);
}

/** A client of a synthetic node, with the same chain every time. */
export function createSyntheticNode(size: Size): Rpc {
  return createFakeRpc(answerAsNode(size));
}

/**
 * What a synthetic node answers. Caches the latest blocks. `branchOf` is the branch that the block of a height is on:
 * the same height has other content on each, and follows the block below on that one's branch.
 */
export function answerAsNode(size: Size, branchOf: (height: number) => number = () => 0): Send {
  const blocks = new Map<string, Block>();
  const blockAt = (height: unknown) => {
    const number = Number(height);
    const branches = { own: branchOf(number), parent: branchOf(number - 1) };
    const key = [number, branches.own, branches.parent].join();
    const known = blocks.get(key);
    if (known) return known;
    const block = makeBlock(number, size, branches);
    blocks.set(key, block);
    // Maps keep insertion order.
    for (const oldest of blocks.keys()) if (blocks.size > 64) blocks.delete(oldest);
    return block;
  };
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => quantity(SYNTHETIC_CHAIN_ID),
    eth_blockNumber: () => quantity(countBlocks(size) - 1),
    eth_getBlockByNumber: ([height]) => (height === 'finalized' ? null : presentBlock(blockAt(height))),
    eth_getBlockReceipts: ([height]) => presentReceipts(blockAt(height)),
    debug_traceBlockByNumber: ([height]) => presentTraces(blockAt(height)),
    eth_getStorageAt: () => `0x${'00'.repeat(32)}`,
    eth_getCode: ([address]) => (isContract(String(address)) ? '0x60' : '0x'),
    eth_call: ([call]) => answerCall(call),
  };
  return async (method, params) => {
    const answer = answers[method];
    if (!answer) throw new Error(`the synthetic node does not know ${method}`);
    return answer(params);
  };
}

/** The same node, which refuses what it does not know as others do. */
export function answerOrRefuse(size: Size): Send {
  const answer = answerAsNode(size);
  return (method, params) =>
    answer(method, params).catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.includes('does not know')) throw error;
      throw new RpcError(method, { code: -32601, message: 'the method does not exist' }, 'node.example');
    });
}

/** Far beyond the transactions and heights of one branch. */
const BRANCH = 10 ** 7;

function makeBlock(number: number, size: Size, branches: { own: number; parent: number }): Block {
  const count = Math.max(0, Math.min(size.perBlock, size.transactions - number * size.perBlock));
  const first = number * size.perBlock + branches.own * BRANCH;
  const receipts = Array.from({ length: count }, (_, at) => ({
    hash: hashOf(first + at),
    story: storyOf(first + at, size),
  }));
  const seconds = Math.max(1, Math.floor(CHAIN_SECONDS / countBlocks(size)));
  const hash = (height: number, branch = branches.own) =>
    `0x${drawsOf(BLOCKS, height + branch * BRANCH).hex(32)}`;
  const header = {
    number: quantity(number),
    hash: hash(number),
    parentHash: number === 0 ? `0x${word(0)}` : hash(number - 1, branches.parent),
    timestamp: quantity(FIRST_TIMESTAMP + number * seconds),
    miner: CAST.miner,
    gasLimit: quantity(30_000_000),
    gasUsed: quantity(GAS * count),
    baseFeePerGas: quantity(7),
    size: quantity(1_000 + 200 * count),
    difficulty: '0x0',
    nonce: '0x0000000000000000',
    extraData: '0x',
    logsBloom: EMPTY_BYTES,
    stateRoot: hash(-number - 2),
    transactionsRoot: hash(-number - 2),
    receiptsRoot: hash(-number - 2),
    uncles: [],
    withdrawals: [withdrawalOf(2 * number, CAST.hub), withdrawalOf(2 * number + 1, CAST.miner)],
  };
  return { header, told: receipts };
}

function withdrawalOf(index: number, address: string) {
  const validatorIndex = quantity(index % 1_000);
  return { index: quantity(index), validatorIndex, address, amount: quantity(1 + (index % 10 ** 6)) };
}

function presentBlock({ header, told }: Block) {
  const transactions = told.map(({ hash, story }, index) => ({
    hash,
    blockHash: header.hash,
    transactionIndex: quantity(index),
    from: story.from,
    to: story.to,
    nonce: quantity(Number(header.number)),
    value: quantity(story.value ?? 0),
    input: story.input ?? '0x',
    gas: quantity(2 * GAS),
    gasPrice: quantity(9),
    maxFeePerGas: quantity(12),
    maxPriorityFeePerGas: quantity(2),
    type: story.blobs ? '0x3' : story.authorizations ? '0x4' : '0x2',
    ...(story.blobs && { maxFeePerBlobGas: '0x1', blobVersionedHashes: story.blobs }),
    ...(story.authorizations && { authorizationList: story.authorizations }),
  }));
  return { ...header, transactions };
}

function presentReceipts({ header, told }: Block) {
  let logIndex = 0;
  return told.map(({ hash, story }, index) => ({
    transactionHash: hash,
    transactionIndex: quantity(index),
    blockHash: header.hash,
    contractAddress: story.created ?? null,
    status: story.hasFailed ? '0x0' : '0x1',
    gasUsed: quantity(GAS),
    cumulativeGasUsed: quantity(GAS * (index + 1)),
    effectiveGasPrice: quantity(9),
    logs: (story.events ?? []).map((event) => ({ ...event, logIndex: quantity(logIndex++) })),
  }));
}

/** In the form of geth's callTracer: a call that emits several events makes inner calls. */
function presentTraces({ told }: Block) {
  return told.map(({ hash, story }) => {
    const call = {
      type: story.to === null ? 'CREATE' : 'CALL',
      from: story.from,
      to: story.to ?? story.created,
      value: quantity(story.value ?? 0),
      gas: quantity(2 * GAS),
      gasUsed: quantity(GAS),
      input: story.input ?? '0x',
      output: story.hasFailed ? REVERT_OUTPUT : '0x',
      ...(story.hasFailed && { error: 'execution reverted' }),
    };
    const [first, second] = story.events ?? [];
    if (!first || !second || story.to === null) return { txHash: hash, result: call };
    const inner = { ...call, from: story.to, to: first.address, value: '0x1', input: '0x', output: '0x' };
    return { txHash: hash, result: { ...call, calls: [inner, { ...inner, to: second.address }] } };
  });
}

/** Tokens are named by digits of their addresses; other getters return a number. */
function answerCall(call: unknown): string {
  if (typeof call !== 'object' || call === null || !('to' in call) || !('data' in call)) return '0x';
  const isText = ['0x06fdde03', '0x95d89b41'].includes(String(call.data).slice(0, 10));
  if (!isText) return `0x${word(String(call.data).startsWith('0x313ce567') ? 6 : 1_000_000)}`;
  const text = Buffer.from(`Token ${String(call.to).slice(4, 8)}`).toString('hex');
  return `0x${word(32)}${word(text.length / 2)}${text.padEnd(64, '0')}`;
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}
