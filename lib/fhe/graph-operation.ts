import { handleType } from './handles';

/** The members of an operation's inputs, in the order in which pseudo-code writes them. */
const ROLES = ['control', 'if_true', 'if_false', 'ct', 'lhs', 'rhs', 'divisor'] as const;

/** The argument that an operand is. */
type OperandRole = (typeof ROLES)[number] | 'values' | 'plaintext';

/** What an operation reads, as the API gives it: words of 64 hex digits, with or without 0x. */
type OperationInputs = Readonly<
  Partial<Record<(typeof ROLES)[number], string | undefined>> & {
    values?: readonly string[] | undefined;
    plaintext?: number | bigint | undefined;
  }
>;

/** An FHE operation as the API gives it (lib/endpoints/fhe-operation.ts). */
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

/** One operand: a handle (`0x…`, lower case) or a plain value; a plain word that is no number has neither. */
type Operand = Readonly<{ role: OperandRole; handle: string | null; value: bigint | null }>;

/**
 * What an operation would cost in its other form, in HCU: with a plain right operand (`isScalar`), or with an
 * encrypted one. `constant` names the plain value that was encrypted in this transaction only to be used here
 * (`#5`); it is null when no operand is known to be plain, so that the other form may not be open to the contract.
 */
export type Alternative = Readonly<{ isScalar: boolean; cost: number; constant: string | null }>;

/**
 * An operand with its short name (`e1`, `x1`, `#5`) and the index of the operation that made it: null for a handle from
 * outside the transaction and for a plain value.
 */
export type GraphOperand = Operand & Readonly<{ name: string; producer: number | null }>;

/**
 * One operation of the graph. `code` is its pseudo-code, `e2 = add(e1, #5)`; `name` and `handle` are its result's,
 * `resultType` is the type that handle names. `start` and `depth`, in HCU, are where it begins and ends on the scale
 * of the transaction's longest chain. `alternative` is the price of its other form, null when there is none to tell.
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

/** The operands of an operation in the order of its pseudo-code. Never throws. */
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

/** A handle as the graph compares it: lower case, with 0x. */
export function normaliseHandle(word: string): string {
  return `0x${word.replace(/^0x/i, '').toLowerCase()}`;
}

/** The type that a handle names, `Unknown` when it names none. */
export function typeOfHandle(handle: string): string {
  return handleType(Buffer.from(handle.slice(2), 'hex'));
}

/** The short name of a plain value: `#5`, and `#0x1234…cdef` above twelve digits. */
export function nameConstant(value: bigint | null): string {
  if (value === null) return '#?';
  const digits = value.toString();
  if (digits.length <= 12) return `#${digits}`;
  const hex = value.toString(16);
  return `#0x${hex.slice(0, 4)}…${hex.slice(-4)}`;
}

/**
 * Gives each handle its short name, the same wherever it occurs: `e1`, `e2`, … for the results of the transaction in
 * their order, `x1`, `x2`, … for those from outside it in the order in which they are first asked for.
 */
export function createHandleNames(results: Iterable<string>): (handle: string) => string {
  const made = new Map<string, string>();
  for (const handle of results) if (!made.has(handle)) made.set(handle, `e${made.size + 1}`);
  const outside = new Map<string, string>();
  return (handle) => {
    const known = made.get(handle) ?? outside.get(handle);
    if (known !== undefined) return known;
    const name = `x${outside.size + 1}`;
    outside.set(handle, name);
    return name;
  };
}

function encrypted(role: OperandRole, word: string): Operand {
  return { role, handle: normaliseHandle(word), value: null };
}

function readValue(word: string): bigint | null {
  const digits = word.replace(/^0x/i, '');
  return /^[0-9a-f]{1,64}$/i.test(digits) ? BigInt(`0x${digits}`) : null;
}

function readPlaintext(plaintext: number | bigint): bigint | null {
  if (typeof plaintext === 'bigint') return plaintext;
  return Number.isSafeInteger(plaintext) ? BigInt(plaintext) : null;
}
