type FheCategory = 'arithmetic' | 'bitwise' | 'comparison' | 'unary' | 'control' | 'encryption' | 'random';

/** An event argument after the caller. */
export type FheField = 'operand' | 'values' | 'scalarByte' | 'plaintext' | 'type' | 'ignored' | 'result';

type OperandName = 'lhs' | 'rhs' | 'divisor' | 'ct' | 'control' | 'if_true' | 'if_false' | 'values';

/** Operands by their names in the API: words, a list of them, and the plaintext of TrivialEncrypt. */
type NamedOperands<Word> = Partial<Record<Exclude<OperandName, 'values'>, Word>> & {
  values?: Word[];
  plaintext?: bigint;
};

/** Layout of an operation event, names of its operands, and the type that prices it. */
type Shape = Readonly<{
  parameters: string;
  fields: readonly FheField[];
  /** Operand names in order; `values` takes the remaining ones. */
  names: readonly OperandName[];
  pricedBy: 'first operand' | 'declared type' | 'result';
}>;

const BINARY = {
  parameters: 'address indexed caller, bytes32 lhs, bytes32 rhs, bytes1 scalarByte, bytes32 result',
  fields: ['operand', 'operand', 'scalarByte', 'result'],
  names: ['lhs', 'rhs'],
} as const;

const SHAPES = {
  binary: { ...BINARY, pricedBy: 'result' },
  // Comparisons return Bool, so the operand prices them.
  test: { ...BINARY, pricedBy: 'first operand' },
  unary: {
    parameters: 'address indexed caller, bytes32 ct, bytes32 result',
    fields: ['operand', 'result'],
    names: ['ct'],
    pricedBy: 'first operand',
  },
  select: {
    parameters: 'address indexed caller, bytes32 control, bytes32 ifTrue, bytes32 ifFalse, bytes32 result',
    fields: ['operand', 'operand', 'operand', 'result'],
    names: ['control', 'if_true', 'if_false'],
    pricedBy: 'result',
  },
  trivialEncrypt: {
    parameters: 'address indexed caller, uint256 pt, uint8 toType, bytes32 result',
    fields: ['plaintext', 'type', 'result'],
    names: [],
    pricedBy: 'declared type',
  },
  cast: {
    parameters: 'address indexed caller, bytes32 ct, uint8 toType, bytes32 result',
    fields: ['operand', 'type', 'result'],
    names: ['ct'],
    pricedBy: 'first operand',
  },
  rand: {
    parameters: 'address indexed caller, uint8 randType, bytes16 seed, bytes32 result',
    fields: ['type', 'ignored', 'result'],
    names: [],
    pricedBy: 'declared type',
  },
  randBounded: {
    parameters: 'address indexed caller, uint256 upperBound, uint8 randType, bytes16 seed, bytes32 result',
    fields: ['ignored', 'type', 'ignored', 'result'],
    names: [],
    pricedBy: 'declared type',
  },
  sum: {
    parameters: 'address indexed caller, bytes32[] values, bytes32 result',
    fields: ['values', 'result'],
    names: ['values'],
    pricedBy: 'result',
  },
  isIn: {
    parameters: 'address indexed caller, bytes32 value, bytes32[] values, bytes32 result',
    fields: ['operand', 'values', 'result'],
    names: ['lhs', 'values'],
    pricedBy: 'first operand',
  },
  mulDiv: {
    parameters:
      'address indexed caller, bytes32 factor1, bytes32 factor2, bytes32 divisor, bytes1 scalarByte, bytes32 result',
    fields: ['operand', 'operand', 'operand', 'scalarByte', 'result'],
    names: ['lhs', 'rhs', 'divisor'],
    pricedBy: 'result',
  },
} as const satisfies Record<string, Shape>;

/** Operation events of the FHEVMExecutor contract. */
export const FHE_OPERATIONS = {
  FheAdd: { category: 'arithmetic', shape: 'binary' },
  FheSub: { category: 'arithmetic', shape: 'binary' },
  FheMul: { category: 'arithmetic', shape: 'binary' },
  FheDiv: { category: 'arithmetic', shape: 'binary' },
  FheRem: { category: 'arithmetic', shape: 'binary' },
  FheBitAnd: { category: 'bitwise', shape: 'binary' },
  FheBitOr: { category: 'bitwise', shape: 'binary' },
  FheBitXor: { category: 'bitwise', shape: 'binary' },
  FheShl: { category: 'bitwise', shape: 'binary' },
  FheShr: { category: 'bitwise', shape: 'binary' },
  FheRotl: { category: 'bitwise', shape: 'binary' },
  FheRotr: { category: 'bitwise', shape: 'binary' },
  FheEq: { category: 'comparison', shape: 'test' },
  FheNe: { category: 'comparison', shape: 'test' },
  FheGe: { category: 'comparison', shape: 'test' },
  FheGt: { category: 'comparison', shape: 'test' },
  FheLe: { category: 'comparison', shape: 'test' },
  FheLt: { category: 'comparison', shape: 'test' },
  FheMin: { category: 'comparison', shape: 'binary' },
  FheMax: { category: 'comparison', shape: 'binary' },
  FheNeg: { category: 'unary', shape: 'unary' },
  FheNot: { category: 'unary', shape: 'unary' },
  FheIfThenElse: { category: 'control', shape: 'select' },
  TrivialEncrypt: { category: 'encryption', shape: 'trivialEncrypt' },
  Cast: { category: 'encryption', shape: 'cast' },
  FheRand: { category: 'random', shape: 'rand' },
  FheRandBounded: { category: 'random', shape: 'randBounded' },
  FheSum: { category: 'arithmetic', shape: 'sum' },
  FheIsIn: { category: 'comparison', shape: 'isIn' },
  FheMulDiv: { category: 'arithmetic', shape: 'mulDiv' },
} as const satisfies Record<string, { category: FheCategory; shape: keyof typeof SHAPES }>;

/** Name of an operation event. */
export type FheOperationName = keyof typeof FHE_OPERATIONS;

type FheOperands<Word> = Readonly<{
  operation: FheOperationName;
  isScalar: boolean;
  operands: readonly Word[];
  plaintext: bigint | null;
}>;

/** True for a known operation. */
export function isFheOperation(name: string): name is FheOperationName {
  return Object.hasOwn(FHE_OPERATIONS, name);
}

/** The event layout of an operation. */
export function operationShape(operation: FheOperationName): Shape {
  return SHAPES[FHE_OPERATIONS[operation].shape];
}

/** The event of an operation in Solidity syntax: `event FheNeg(address indexed caller, …)`. */
export function operationEvent(operation: FheOperationName): string {
  return `event ${operation}(${operationShape(operation).parameters})`;
}

/** All operation names. */
export function listOperations(): FheOperationName[] {
  return Object.keys(FHE_OPERATIONS).filter(isFheOperation);
}

/** Operands by API name; `plaintext` for TrivialEncrypt, empty for random operations. */
export function nameOperands<Word>(taken: FheOperands<Word>): NamedOperands<Word> {
  const inputs: NamedOperands<Word> = {};
  operationShape(taken.operation).names.forEach((name, index) => {
    if (name === 'values') inputs.values = taken.operands.slice(index);
    else {
      const operand = taken.operands[index];
      if (operand !== undefined) inputs[name] = operand;
    }
  });
  if (taken.plaintext !== null) inputs.plaintext = taken.plaintext;
  return inputs;
}

/** How many operands, from the first, are ciphertext handles: without plaintext operands and divisors. */
export function countEncrypted<Word>({ operation, isScalar, operands }: FheOperands<Word>): number {
  return WITH_PLAINTEXT_FORM.has(operation) ? Math.min(operands.length, isScalar ? 1 : 2) : operands.length;
}

/** The operands that are ciphertext handles. */
export function encryptedOperands<Word>(taken: FheOperands<Word>): readonly Word[] {
  return taken.operands.slice(0, countEncrypted(taken));
}

const WITH_PLAINTEXT_FORM: ReadonlySet<FheOperationName> = new Set(
  listOperations().filter((operation) => operationShape(operation).fields.includes('scalarByte')),
);
