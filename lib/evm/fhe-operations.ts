/** What an operation does, as the API names it. */
type FheCategory = 'arithmetic' | 'bitwise' | 'comparison' | 'unary' | 'control' | 'encryption' | 'random';

/** The arguments of an event after the caller, in order: an operand, a list of them, or something else. */
export type FheField = 'operand' | 'values' | 'scalarByte' | 'plaintext' | 'type' | 'ignored' | 'result';

/** How the events of like operations are laid out, what their operands are called, and which type prices them. */
type Shape = Readonly<{
  /** The parameters as Solidity writes them. */
  parameters: string;
  fields: readonly FheField[];
  /** Names in the order of the operands; `values` takes all that are left. */
  names: readonly string[];
  pricedBy: 'first operand' | 'declared type' | 'result';
}>;

const BINARY = {
  parameters: 'address indexed caller, bytes32 lhs, bytes32 rhs, bytes1 scalarByte, bytes32 result',
  fields: ['operand', 'operand', 'scalarByte', 'result'],
  names: ['lhs', 'rhs'],
} as const;

const SHAPES = {
  binary: { ...BINARY, pricedBy: 'result' },
  // The result of a test is a Bool whatever was compared.
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

/** Each operation event of the FHEVMExecutor contract: what kind it is and how its data is laid out. */
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

/** The name of an operation event. */
export type FheOperationName = keyof typeof FHE_OPERATIONS;

/** What an operation takes: `operands` in the order of the event, and the plain value of TrivialEncrypt. */
type FheOperands<Word> = Readonly<{
  operation: FheOperationName;
  isScalar: boolean;
  operands: readonly Word[];
  plaintext: bigint | null;
}>;

/** True for the name of an operation. */
export function isFheOperation(name: string): name is FheOperationName {
  return Object.hasOwn(FHE_OPERATIONS, name);
}

/** How the event of an operation is laid out. */
export function operationShape(operation: FheOperationName): Shape {
  return SHAPES[FHE_OPERATIONS[operation].shape];
}

/** The event of an operation as Solidity writes it: `event FheNeg(address indexed caller, …)`. */
export function operationEvent(operation: FheOperationName): string {
  return `event ${operation}(${operationShape(operation).parameters})`;
}

/** The names of all operations. */
export function listOperations(): FheOperationName[] {
  return Object.keys(FHE_OPERATIONS).filter(isFheOperation);
}

/** The operands under the names that the API gives them; `plaintext` for TrivialEncrypt, nothing for random values. */
export function nameOperands<Word>(
  taken: FheOperands<Word>,
): Record<string, Word | readonly Word[] | bigint> {
  const inputs: Record<string, Word | readonly Word[] | bigint> = {};
  operationShape(taken.operation).names.forEach((name, index) => {
    if (name === 'values') inputs[name] = taken.operands.slice(index);
    else {
      const operand = taken.operands[index];
      if (operand !== undefined) inputs[name] = operand;
    }
  });
  if (taken.plaintext !== null) inputs.plaintext = taken.plaintext;
  return inputs;
}

/** The operands that are handles of ciphertexts: the plain one of a scalar operation and a divisor are left out. */
export function encryptedOperands<Word>({
  operation,
  isScalar,
  operands,
}: FheOperands<Word>): readonly Word[] {
  const hasPlainForm = operationShape(operation).fields.includes('scalarByte');
  return hasPlainForm ? operands.slice(0, isScalar ? 1 : 2) : operands;
}
