import { handleType } from './handles';

const ROLES = ['control', 'if_true', 'if_false', 'ct', 'lhs', 'rhs', 'divisor'] as const;

type OperandRole = (typeof ROLES)[number] | 'values' | 'plaintext';

type OperationInputs = Readonly<
  Partial<Record<(typeof ROLES)[number], string | undefined>> & {
    values?: readonly string[] | undefined;
    plaintext?: number | bigint | undefined;
  }
>;

/** An FHE operation in the API's form (lib/endpoints/fhe-operation.ts). */
export type ListedOperation = Readonly<{
  log_index: number;
  operation: string;
  type: string;
  fhe_type: string;
  is_scalar: boolean;
  inputs: OperationInputs;
  result: string;
  hcu_cost: number;
  hcu_depth: number;
  caller: Readonly<{ hash: string }> | null;
}>;

/** An operand: a handle (`0x…`, lower case) or a plaintext; both null for a malformed plaintext. */
type Operand = Readonly<{ role: OperandRole; handle: string | null; value: bigint | null }>;

/**
 * Cost in HCU with the right operand in the other form. `constant` (`5`) is the plaintext that this transaction
 * encrypted for it; null when none is known.
 */
export type Alternative = Readonly<{ isScalar: boolean; cost: number; constant: string | null }>;

/** An operand with its short name (`e1`, `x1`, `5`) and its producer's index, null if from outside or plaintext. */
export type GraphOperand = Operand & Readonly<{ name: string; producer: number | null }>;

/**
 * An operation of the graph. `code` is pseudo-code, `e2 = add(e1, 5)`; `name`, `handle` and `resultType` are its
 * result's. `start` and `depth` are sequential depths in HCU. `alternative` is null when there is none.
 */
export type GraphOperation = Readonly<{
  logIndex: number;
  operation: string;
  verb: string;
  category: string;
  fheType: string;
  isScalar: boolean;
  operands: readonly GraphOperand[];
  name: string;
  handle: string;
  resultType: string;
  code: string;
  caller: string | null;
  cost: number;
  start: number;
  depth: number;
  isCritical: boolean;
  alternative: Alternative | null;
}>;

/** The operands in pseudo-code order. Never throws. */
export function listOperands({ inputs, is_scalar: isScalar }: ListedOperation): Operand[] {
  const operands: Operand[] = [];
  for (const role of ROLES) {
    const word = inputs[role];
    if (word === undefined) continue;
    const isPlain = role === 'divisor' || (role === 'rhs' && isScalar);
    operands.push(isPlain ? { role, handle: null, value: readValue(word) } : encrypted(role, word));
  }
  for (const word of inputs.values ?? []) operands.push(encrypted('values', word));
  if (inputs.plaintext !== undefined) {
    operands.push({ role: 'plaintext', handle: null, value: readPlaintext(inputs.plaintext) });
  }
  return operands;
}

/** A handle in lower case with 0x. */
export function normalizeHandle(word: string): string {
  return `0x${word.replace(/^0x/i, '').toLowerCase()}`;
}

/** The type encoded in a handle, or `Unknown`. */
export function typeOfHandle(handle: string): string {
  return handleType(Buffer.from(handle.slice(2), 'hex'));
}

/** Short name of a plaintext: `5`, or `0x1234…cdef` above twelve digits. */
export function nameConstant(value: bigint | null): string {
  if (value === null) return '?';
  const digits = value.toString();
  if (digits.length <= 12) return digits;
  const hex = value.toString(16);
  return `0x${hex.slice(0, 4)}…${hex.slice(-4)}`;
}

/** Names handles: `e1`, `e2`, … for results of the transaction, `x1`, `x2`, … for others in order of first use. */
export function createHandleNames(results: Iterable<string>): (handle: string) => string {
  const internalNames = new Map<string, string>();
  for (const handle of results)
    if (!internalNames.has(handle)) internalNames.set(handle, `e${internalNames.size + 1}`);
  const externalNames = new Map<string, string>();
  return (handle) => {
    const existing = internalNames.get(handle) ?? externalNames.get(handle);
    if (existing !== undefined) return existing;
    const name = `x${externalNames.size + 1}`;
    externalNames.set(handle, name);
    return name;
  };
}

function encrypted(role: OperandRole, word: string): Operand {
  return { role, handle: normalizeHandle(word), value: null };
}

function readValue(word: string): bigint | null {
  const digits = word.replace(/^0x/i, '');
  return /^[0-9a-f]{1,64}$/i.test(digits) ? BigInt(`0x${digits}`) : null;
}

function readPlaintext(plaintext: number | bigint): bigint | null {
  if (typeof plaintext === 'bigint') return plaintext;
  return Number.isSafeInteger(plaintext) ? BigInt(plaintext) : null;
}
