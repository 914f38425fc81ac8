import { shortenHandle } from './hash';

/** What an operand is: made by an earlier operation of the transaction, from outside it, or a plain number. */
export type Operand = Readonly<{ kind: 'result' | 'outside' | 'plain'; name: string; full: string }>;
/** An operation as a line of code: result = call(operands). */
export type Expression = Readonly<{ result: Operand; operands: readonly Operand[] }>;

type HandleName = 'lhs' | 'rhs' | 'ct' | 'control' | 'if_true' | 'if_false' | 'divisor';
type Inputs = Readonly<Partial<Record<HandleName, string | undefined>>>;
type Operation = Readonly<{
  is_scalar: boolean;
  inputs: Inputs &
    Readonly<{ plaintext?: number | bigint | undefined; values?: readonly string[] | undefined }>;
  result: string;
}>;

const LONGEST_PLAIN = 12;

/**
 * Short names for the handles of a transaction, the same wherever a handle occurs: e1, e2, … for what its operations
 * make, in order, x1, x2, … for what comes from outside. Plain numbers are # and their digits.
 */
export function nameExpressions(operations: readonly Operation[]): Expression[] {
  const made = new Map<string, string>();
  for (const operation of operations) {
    const handle = operation.result.toLowerCase();
    if (!made.has(handle)) made.set(handle, `e${made.size + 1}`);
  }
  const outside = new Map<string, string>();
  const nameHandle = (digits: string): Operand => {
    const full = `0x${digits.replace(/^0x/, '').toLowerCase()}`;
    const result = made.get(full);
    if (result !== undefined) return { kind: 'result', name: result, full };
    const known = outside.get(full) ?? `x${outside.size + 1}`;
    outside.set(full, known);
    return { kind: 'outside', name: known, full };
  };
  return operations.map((operation) => ({
    result: nameHandle(operation.result),
    operands: listOperands(operation, nameHandle),
  }));
}

/** The operands in the order of the call; names are given in that order too. */
function listOperands(operation: Operation, nameHandle: (digits: string) => Operand): Operand[] {
  const { lhs, rhs, ct, control, if_true, if_false, divisor, plaintext, values } = operation.inputs;
  const nameWord = (digits: string) => namePlain(BigInt(`0x${digits}`));
  const nameRhs = operation.is_scalar ? nameWord : nameHandle;
  const handles = (given: readonly (string | undefined)[]) =>
    given.filter((digits) => digits !== undefined).map(nameHandle);
  return [
    ...handles([lhs]),
    ...(rhs === undefined ? [] : [nameRhs(rhs)]),
    ...(divisor === undefined ? [] : [nameWord(divisor)]),
    ...handles([ct, control, if_true, if_false, ...(values ?? [])]),
    ...(plaintext === undefined ? [] : [namePlain(BigInt(plaintext))]),
  ];
}

function namePlain(value: bigint): Operand {
  const digits = value.toString();
  const short = digits.length <= LONGEST_PLAIN ? digits : shortenHandle(value.toString(16));
  return { kind: 'plain', name: `#${short}`, full: digits };
}
