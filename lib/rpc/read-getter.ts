import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { fetchCall } from './methods';
import { AnswerTooLargeError } from './rpc-error';

/** A contract in the state after a block. */
export type Getters = Readonly<{ rpc: Rpc; to: Buffer; height: number; abi: Abi }>;

const CALL_GAS = 1_000_000n;

/**
 * The result of a function without parameters, decoded by viem; null when the contract does not return such a value,
 * `unavailable` when the node returns an error, as without that state. Throws AppError `node_unreachable` or
 * `node_answer`.
 */
export async function readGetter({ rpc, to, height, abi }: Getters, functionName: string): Promise<unknown> {
  const data = hexToBuffer(encodeFunctionData({ abi, functionName }));
  try {
    const outcome = await fetchCall(rpc, { to, data, gas: CALL_GAS }, height);
    if (outcome.kind === 'refused') return 'unavailable';
    return outcome.kind === 'returned' ? decode(abi, functionName, outcome.output) : null;
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return null;
    throw error;
  }
}

function decode(abi: Abi, functionName: string, output: Buffer): unknown {
  try {
    return decodeFunctionResult({ abi, functionName, data: bufferToHex(output) });
  } catch {
    return null;
  }
}
