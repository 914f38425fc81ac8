import { decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem';
import { AppError } from '@/lib/errors';
import { bufferToBigint, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { addressToWord, WORD } from '@/lib/evm/words';
import type { Rpc } from './client';
import { fetchBlockHash, fetchCall, fetchCode } from './methods';
import { AnswerTooLargeError, type RpcError } from './rpc-error';

/** A call of balanceOf(address), or with a decimal ID of balanceOf(address,uint256); without a holder of totalSupply(). */
export type BalanceCall = Readonly<{ token: Buffer; holder: Buffer | null; tokenId: string | null }>;

/**
 * Null: the contract returns no balance (it reverts, or returns less than a word). Undefined: the node returned an
 * error.
 */
export type CalledBalance = bigint | null | undefined;

/** A block by height and hash. */
export type BlockReference = Readonly<{ number: number; hash: Buffer }>;

/**
 * Calls balanceOf on the state after a block, in few requests; the results are in the order of the calls. Throws
 * AppError `node_unreachable` or `node_answer`, also when the node has another block there, or refuses all calls.
 */
export type FetchBalances = (
  rpc: Rpc,
  at: BlockReference,
  calls: readonly BalanceCall[],
) => Promise<CalledBalance[]>;

const BALANCE_OF = hexToBuffer('0x70a08231');
const BALANCE_OF_ID = hexToBuffer('0x00fdd58e');
const TOTAL_SUPPLY = hexToBuffer('0x18160ddd');
/** Multicall3 has the same address on every chain that has it. */
const MULTICALL = hexToBuffer('0xca11bde05977b3631167028862be2a173976ca11');
const CALLS_PER_REQUEST = 100;
/** Below the limit of a transaction (EIP-7825), which some nodes apply to calls too. */
const MULTICALL_GAS = 16_000_000n;
/** Enough for rebasing tokens behind proxies. */
const CALL_GAS = 1_000_000n;
/** A chain without Multicall3 may get it. */
const RETRY_MS = 10 * 60_000;

/** Creates a reader that remembers which nodes' chains have Multicall3; elsewhere calls go in JSON-RPC batches. */
export function createBalanceReader(now: () => number = Date.now): FetchBalances {
  const looked = new WeakMap<Rpc['hosts'], { has: boolean; at: number }>();
  const hasMulticall = async (rpc: Rpc) => {
    const known = looked.get(rpc.hosts);
    if (known && (known.has || now() - known.at < RETRY_MS)) return known.has;
    const has = (await fetchCode(rpc, MULTICALL, 'latest')).length > 0;
    looked.set(rpc.hosts, { has, at: now() });
    return has;
  };
  return async (rpc, at, calls) => {
    const answers: CalledBalance[] = [];
    let refusal: RpcError | undefined;
    for (let start = 0; start < calls.length; start += CALLS_PER_REQUEST) {
      const chunk = calls.slice(start, start + CALLS_PER_REQUEST);
      const together =
        chunk.length > 1 && (await hasMulticall(rpc)) ? await callTogether(rpc, at, chunk) : [];
      // A contract that burns all gas makes the others fail too, so failed calls are retried alone.
      const alone = chunk.map((call, index) => together[index] ?? callAlone(rpc, at, call));
      for (const result of await Promise.all(alone)) {
        if ('refusal' in result) refusal ??= result.refusal;
        answers.push('balance' in result ? result.balance : undefined);
      }
    }
    if (refusal && answers.every((answer) => answer === undefined)) throw refusal;
    await requireBlock(rpc, at);
    return answers;
  };
}

type CallResult = Readonly<{ balance: bigint | null } | { refusal: RpcError }>;

/** The results of the calls that succeed; all are missing when the node or Multicall3 fails. */
async function callTogether(
  rpc: Rpc,
  { number }: BlockReference,
  calls: readonly BalanceCall[],
): Promise<(CallResult | undefined)[]> {
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [
      calls.map((call) => ({
        target: bufferToHex(call.token),
        allowFailure: true,
        callData: bufferToHex(encodeCall(call)),
      })),
    ],
  });
  try {
    const call = { to: MULTICALL, data: hexToBuffer(data), gas: MULTICALL_GAS };
    const outcome = await fetchCall(rpc, call, number);
    const results = outcome.kind === 'returned' ? decodeResults(outcome.output) : [];
    if (results.length !== calls.length) return [];
    return results.map(({ success, returnData }) =>
      success ? { balance: readBalance(hexToBuffer(returnData)) } : undefined,
    );
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return [];
    throw error;
  }
}

function decodeResults(output: Buffer) {
  try {
    return decodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      data: bufferToHex(output),
    });
  } catch {
    return [];
  }
}

async function callAlone(rpc: Rpc, { number }: BlockReference, call: BalanceCall): Promise<CallResult> {
  try {
    const outcome = await fetchCall(rpc, { to: call.token, data: encodeCall(call), gas: CALL_GAS }, number);
    if (outcome.kind === 'refused') return { refusal: outcome.error };
    return { balance: outcome.kind === 'returned' ? readBalance(outcome.output) : null };
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return { balance: null };
    throw error;
  }
}

function encodeCall({ holder, tokenId }: BalanceCall): Buffer {
  if (holder === null) return TOTAL_SUPPLY;
  const address = addressToWord(holder);
  if (tokenId === null) return Buffer.concat([BALANCE_OF, address]);
  const id = BigInt(tokenId)
    .toString(16)
    .padStart(2 * WORD, '0');
  return Buffer.concat([BALANCE_OF_ID, address, Buffer.from(id, 'hex')]);
}

function readBalance(output: Buffer): bigint | null {
  return output.length >= WORD ? bufferToBigint(output.subarray(0, WORD)) : null;
}

/** Throws AppError `node_answer`, retryable, when the node has another block at that height by now. */
export async function requireBlock(rpc: Rpc, { number, hash }: BlockReference): Promise<void> {
  if ((await fetchBlockHash(rpc, number))?.equals(hash)) return;
  throw new AppError('node_answer', `The node's block ${number} differs from the indexed one.`, {
    retryable: true,
  });
}
