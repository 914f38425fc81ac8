import type { AbiValue } from './abi-values';
import { hexToBuffer } from './hex';
import { decodeKnownCall } from './signatures';

/** A user operation as a bundler sends it; bytes as hex, gas and fees as decimal text. */
export type PackedOperation = Readonly<{
  sender: string;
  nonce: string;
  initCode: string;
  callData: string;
  callGasLimit: string;
  verificationGasLimit: string;
  preVerificationGas: string;
  maxFeePerGas: string;
  maxPriorityFeePerGas: string;
  paymasterAndData: string;
  /** Of the paymaster itself, from EntryPoint 0.7 on. */
  paymasterGasLimits: bigint;
  signature: string;
  /** Two numbers each, as EntryPoints pack them from 0.7 on. */
  accountGasLimits: string | null;
  gasFees: string | null;
  aggregator: string | null;
  aggregatorSignature: string | null;
}>;

type OperationKey = Readonly<{ sender: Buffer; nonce: bigint }>;

const HALF = 128n;
/** Behind the address of a paymaster: two gas limits of 16 bytes. */
const [PAYMASTER, GAS_LIMIT] = [20, 16];

/** Finds the operation of an account with a nonce in a call of `handleOps` or `handleAggregatedOps`. Pure. */
export function findPackedOperation(input: Buffer, key: OperationKey): PackedOperation | undefined {
  const call = decodeKnownCall(input);
  const name = call?.method_call.split('(', 1)[0];
  const list = toList(call?.parameters[0]?.value);
  if (name === 'handleOps') return list.flatMap((one) => readOperation(one, key) ?? [])[0];
  if (name !== 'handleAggregatedOps') return undefined;
  const found = list.flatMap((group) => {
    const [operations, aggregator, signature] = toList(group);
    return toList(operations).flatMap((one) => {
      const operation = readOperation(one, key);
      if (!operation) return [];
      return [{ ...operation, aggregator: toText(aggregator), aggregatorSignature: toText(signature) }];
    });
  });
  return found[0];
}

const toList = (value: AbiValue | undefined): readonly AbiValue[] => (Array.isArray(value) ? value : []);
const toText = (value: AbiValue | undefined) => (typeof value === 'string' ? value : null);

function readOperation(value: AbiValue, { sender, nonce }: OperationKey): PackedOperation | undefined {
  const parts = toList(value).flatMap((part) => (typeof part === 'string' ? [part] : []));
  const [account = '', number = '', initCode = '', callData = '', ...rest] = parts;
  if (!/^0x[0-9a-f]{40}$/i.test(account) || !hexToBuffer(account).equals(sender) || BigInt(number) !== nonce)
    return undefined;
  const none = { aggregator: null, aggregatorSignature: null };
  const known = { ...none, sender: account, nonce: number, initCode, callData };
  if (parts.length === 11) return { ...known, ...readV6(rest) };
  return parts.length === 9 ? { ...known, ...readV7(rest) } : undefined;
}

function readV6(rest: readonly string[]) {
  const [callGasLimit = '', verificationGasLimit = '', preVerificationGas = '', ...more] = rest;
  const [maxFeePerGas = '', maxPriorityFeePerGas = '', paymasterAndData = '', signature = ''] = more;
  return {
    ...{ callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas },
    ...{ paymasterAndData, signature, paymasterGasLimits: 0n, accountGasLimits: null, gasFees: null },
  };
}

function readV7(rest: readonly string[]) {
  const [accountGasLimits = '0x0', preVerificationGas = '', gasFees = '0x0', ...more] = rest;
  const [paymasterAndData = '', signature = ''] = more;
  const [verificationGasLimit, callGasLimit] = splitWord(accountGasLimits);
  const [maxPriorityFeePerGas, maxFeePerGas] = splitWord(gasFees);
  return {
    ...{ callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas, maxPriorityFeePerGas },
    ...{ paymasterAndData, signature, accountGasLimits, gasFees },
    paymasterGasLimits: readPaymasterLimits(hexToBuffer(paymasterAndData)),
  };
}

/** The upper and the lower half of a word. */
function splitWord(word: string): [string, string] {
  const value = BigInt(word);
  return [String(value >> HALF), String(value & ((1n << HALF) - 1n))];
}

function readPaymasterLimits(data: Buffer): bigint {
  if (data.length < PAYMASTER + 2 * GAS_LIMIT) return 0n;
  const at = (start: number) => BigInt(`0x${data.toString('hex', start, start + GAS_LIMIT)}`);
  return at(PAYMASTER) + at(PAYMASTER + GAS_LIMIT);
}
