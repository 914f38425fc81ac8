import { bufferToHex, hexToBuffer, isHexData } from '@/lib/evm/hex';
import { parseBlock, type RpcBlock } from './block';
import type { Rpc } from './client';
import type { RequestOptions } from './failover';
import {
  isFields,
  malformed,
  readFixed,
  readInteger,
  readObject,
  readQuantityOrNull,
  toInteger,
} from './read-fields';
import { parseReceipt, type RpcReceipt } from './receipt';
import { RpcError } from './rpc-error';

/** The kind of an account's code: a contract, an EIP-7702 delegation to `delegate`, or neither. */
export type AccountCode = Readonly<{ isContract: boolean; delegate: Buffer | null }>;

/** The state after a block, or after the node's latest one, which may lag behind. */
export type StateHeight = number | 'latest';

/** The outcome of an eth_call. `output` is null when the node omits the revert data. */
export type CallOutcome = Readonly<
  | { kind: 'returned'; output: Buffer }
  | { kind: 'reverted'; output: Buffer | null }
  | { kind: 'refused'; error: RpcError }
>;

/** An eth_call; `to` null is a contract creation. */
export type Call = Readonly<{
  to: Buffer | null;
  data: Buffer;
  from?: Buffer;
  value?: bigint;
  gas?: bigint;
}>;

const NO_CODE = '0x';
const DELEGATION_PREFIX = '0xef0100';
const DELEGATION_LENGTH = 2 + 2 * 23;
/** Gas of a call by default: enough for any getter, too little to fill memory. */
const DEFAULT_CALL_GAS = 10_000_000n;

/** The chain ID. Throws AppError `node_unreachable` or `node_answer`, as all functions of this file do. */
export async function fetchChainId(rpc: Rpc): Promise<number> {
  return toInteger(await rpc.request('eth_chainId', []), 'chain id');
}

/** The height of the latest block. */
export async function fetchHead(rpc: Rpc): Promise<number> {
  return toInteger(await rpc.request('eth_blockNumber', []), 'block number');
}

/** The block at `height` with full transactions; undefined when the node has none there. */
export async function fetchBlock(rpc: Rpc, height: number): Promise<RpcBlock | undefined> {
  const answer = await rpc.request('eth_getBlockByNumber', [toQuantity(height), true]);
  if (answer === null) return undefined;
  const block = parseBlock(answer);
  if (block.number !== height) throw malformed('block: it is of another height');
  return block;
}

/** The hash of the block at `height`; undefined when the node has none there. */
export async function fetchBlockHash(rpc: Rpc, height: number): Promise<Buffer | undefined> {
  const answer = await rpc.request('eth_getBlockByNumber', [toQuantity(height), false]);
  return answer === null ? undefined : readFixed(readObject(answer, 'block'), 'hash', 32);
}

/** A block's place in its chain. */
export type BlockLink = Readonly<{ number: number; hash: Buffer; parentHash: Buffer }>;

/** The place of the block at `height`, or of the latest finalized one; undefined when the node has none there. */
export async function fetchBlockLink(rpc: Rpc, height: number | 'finalized'): Promise<BlockLink | undefined> {
  const tag = height === 'finalized' ? height : toQuantity(height);
  const answer = await rpc.request('eth_getBlockByNumber', [tag, false]);
  if (answer === null) return undefined;
  const fields = readObject(answer, 'block');
  const number = readInteger(fields, 'number');
  if (height !== 'finalized' && number !== height) throw malformed('block: it is of another height');
  return {
    number,
    hash: readFixed(fields, 'hash', 32),
    parentHash: readFixed(fields, 'parentHash', 32),
  };
}

/** The receipts of a block; undefined when the node lacks them. Falls back to single requests for `hashesOf`. */
export async function fetchReceipts(
  rpc: Rpc,
  height: number,
  hashesOf: () => Promise<readonly Buffer[]>,
): Promise<RpcReceipt[] | undefined> {
  try {
    const answer = await rpc.request('eth_getBlockReceipts', [toQuantity(height)]);
    if (answer === null) return undefined;
    if (!Array.isArray(answer)) throw malformed('list of receipts');
    return answer.map(parseReceipt);
  } catch (error) {
    if (!(error instanceof RpcError) || error.isRateLimit) throw error;
  }
  const hashes = await hashesOf();
  const answers = await Promise.all(
    hashes.map((hash) => rpc.request('eth_getTransactionReceipt', [bufferToHex(hash)])),
  );
  return answers.includes(null) ? undefined : answers.map(parseReceipt);
}

/**
 * The code of each address after block `height`, in their order. The members of a batch may have been mixed up: then a code stands at
 * an address without it, so each code is requested once more alone, and all of them where one differs.
 */
export async function fetchCodes(
  rpc: Rpc,
  addresses: readonly Buffer[],
  height: StateHeight,
): Promise<AccountCode[]> {
  const request = (address: Buffer, how?: RequestOptions) =>
    rpc.request('eth_getCode', [bufferToHex(address), toTag(height)], how);
  const answers = await Promise.all(addresses.map((address) => request(address)));
  const again = await Promise.all(
    addresses.map((address, at) => (answers[at] === NO_CODE ? NO_CODE : request(address, { isAlone: true }))),
  );
  const isMixed = again.some((code, at) => code !== answers[at]);
  const codes = isMixed
    ? await Promise.all(addresses.map((address) => request(address, { isAlone: true })))
    : answers;
  return codes.map(parseCode);
}

/** The code of an address after block `height`, empty for an account without code. */
export async function fetchCode(rpc: Rpc, address: Buffer, height: StateHeight): Promise<Buffer> {
  const answer = await rpc.request('eth_getCode', [bufferToHex(address), toTag(height)]);
  if (!isHexData(answer)) throw malformed('code');
  return hexToBuffer(answer);
}

/** The coin balance of an address in wei after block `height`. */
export async function fetchBalance(rpc: Rpc, address: Buffer, height: StateHeight): Promise<bigint> {
  const answer = await rpc.request('eth_getBalance', [bufferToHex(address), toTag(height)]);
  const balance = readQuantityOrNull({ balance: answer }, 'balance');
  if (balance === null) throw malformed('balance');
  return balance;
}

/** The nonce of an address after block `height`. */
export async function fetchNonce(rpc: Rpc, address: Buffer, height: StateHeight): Promise<bigint> {
  const answer = await rpc.request('eth_getTransactionCount', [bufferToHex(address), toTag(height)]);
  const nonce = readQuantityOrNull({ nonce: answer }, 'nonce');
  if (nonce === null) throw malformed('nonce');
  return nonce;
}

/** The value of a storage slot after block `height`. */
export async function fetchSlot(
  rpc: Rpc,
  { address, slot, height }: Readonly<{ address: Buffer; slot: bigint; height: StateHeight }>,
): Promise<bigint> {
  const answer = await rpc.request('eth_getStorageAt', [
    bufferToHex(address),
    toQuantity(slot),
    toTag(height),
  ]);
  const value = readQuantityOrNull({ value: answer }, 'value');
  if (value === null) throw malformed('storage slot');
  return value;
}

function parseCode(answer: unknown): AccountCode {
  if (!isHexData(answer)) throw malformed('code');
  const isDelegation =
    answer.length === DELEGATION_LENGTH && answer.toLowerCase().startsWith(DELEGATION_PREFIX);
  return {
    isContract: answer.length > 2,
    delegate: isDelegation ? hexToBuffer(`0x${answer.slice(DELEGATION_PREFIX.length)}`) : null,
  };
}

/** Executes a call on the state after block `height`. A failed call does not throw. */
export async function fetchCall(rpc: Rpc, call: Call, height: StateHeight): Promise<CallOutcome> {
  const params = {
    ...(call.from && { from: bufferToHex(call.from) }),
    ...(call.to && { to: bufferToHex(call.to) }),
    ...(call.value !== undefined && { value: toQuantity(call.value) }),
    gas: toQuantity(call.gas ?? DEFAULT_CALL_GAS),
    data: bufferToHex(call.data),
  };
  try {
    const answer = await rpc.request('eth_call', [params, toTag(height)]);
    if (!isHexData(answer)) throw malformed('result of a call');
    return { kind: 'returned', output: hexToBuffer(answer) };
  } catch (error) {
    if (!(error instanceof RpcError) || error.isRateLimit) throw error;
    const output = readRevertOutput(error.data);
    const isReverted = error.refusal === 'reverted' || output !== null;
    return isReverted ? { kind: 'reverted', output } : { kind: 'refused', error };
  }
}

/** geth sends the output as `data`, some nodes wrap it in an object, Parity writes `Reverted 0x…`. */
function readRevertOutput(data: unknown): Buffer | null {
  const inner = isFields(data) ? data.data : data;
  if (typeof inner !== 'string') return null;
  const text = inner.startsWith('Reverted ') ? inner.slice('Reverted '.length) : inner;
  return isHexData(text) ? hexToBuffer(text) : null;
}

/** As a parameter of a request. */
export function toTag(height: StateHeight): string {
  return height === 'latest' ? height : toQuantity(height);
}

function toQuantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
