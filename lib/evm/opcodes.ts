/** Opcodes with their names in Ethereum's specification; PUSH, DUP, SWAP and LOG are numbered. */
const NAMES: Readonly<Record<number, string>> = {
  ...named(0x00, 'STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND'),
  ...named(0x10, 'LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ'),
  ...named(0x20, 'KECCAK256'),
  ...named(0x30, 'ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY'),
  ...named(0x38, 'CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY'),
  ...named(0x3f, 'EXTCODEHASH BLOCKHASH COINBASE TIMESTAMP NUMBER PREVRANDAO GASLIMIT CHAINID'),
  ...named(0x47, 'SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE SLOTNUM'),
  ...named(0x50, 'POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY'),
  ...named(0x5f, numbered('PUSH', 0, 32)),
  ...named(0x80, numbered('DUP', 1, 16)),
  ...named(0x90, numbered('SWAP', 1, 16)),
  ...named(0xa0, numbered('LOG', 0, 4)),
  ...named(0xe6, 'DUPN SWAPN EXCHANGE'),
  ...named(0xf0, 'CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2'),
  ...named(0xfa, 'STATICCALL'),
  ...named(0xfd, 'REVERT INVALID SELFDESTRUCT'),
};
const PUSH0 = 0x5f;
const PUSH32 = 0x7f;
const DUPN = 0xe6;
const EXCHANGE = 0xe8;
/** Immediate bytes from 0 to this, and from 128 on, are valid (EIP-8024): none is a PUSH or a JUMPDEST. */
const LAST_LOW_IMMEDIATE = { stackItem: 90, exchange: 81 } as const;
const MAX_METADATA = 512;

function named(first: number, names: string): Record<number, string> {
  return Object.fromEntries(names.split(' ').map((name, at) => [first + at, name]));
}

function numbered(name: string, from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => `${name}${from + at}`).join(' ');
}

/**
 * An instruction at an offset in bytes. `data` is what a PUSH pushes, cut where the code ends; `operands` are the
 * numbers of DUPN, SWAPN and EXCHANGE, as in DUP16 and SWAP16. `name` is `INVALID 0x0c` for an undefined opcode.
 */
export type Instruction = Readonly<{
  offset: number;
  opcode: number;
  name: string;
  data: Buffer | undefined;
  operands: readonly number[] | undefined;
}>;

/** The name of an opcode; `INVALID 0x0c` for an undefined one. */
export function nameOpcode(opcode: number): string {
  return NAMES[opcode] ?? `INVALID 0x${opcode.toString(16).padStart(2, '0')}`;
}

/** Reads code as instructions from its first byte on; data between them cannot be distinguished from instructions. */
export function* disassemble(code: Buffer): Generator<Instruction, void, void> {
  let offset = 0;
  while (offset < code.length) {
    const opcode = code[offset] ?? 0;
    const hasImmediate = opcode >= DUPN && opcode <= EXCHANGE;
    // Behind the end of code are zeros.
    const operands = hasImmediate ? readOperands(opcode, code[offset + 1] ?? 0) : undefined;
    const isInvalid = hasImmediate && operands === undefined;
    const name = isInvalid ? `INVALID 0x${opcode.toString(16)}` : nameOpcode(opcode);
    const size = opcode > PUSH0 && opcode <= PUSH32 ? opcode - PUSH0 : 0;
    const data = size > 0 ? code.subarray(offset + 1, offset + 1 + size) : undefined;
    yield { offset, opcode, name, data, operands };
    offset += 1 + (operands === undefined ? size : 1);
  }
}

/** What an immediate byte stands for; undefined for one that makes the opcode invalid (EIP-8024). */
function readOperands(opcode: number, immediate: number): readonly number[] | undefined {
  const last = opcode === EXCHANGE ? LAST_LOW_IMMEDIATE.exchange : LAST_LOW_IMMEDIATE.stackItem;
  if (immediate > last && immediate < 128) return undefined;
  if (opcode !== EXCHANGE) return [(immediate + 145) % 256];
  const pair = immediate ^ 143;
  const [high, low] = [pair >> 4, pair & 15];
  return high < low ? [high + 1, low + 1] : [low + 1, 29 - high];
}

/** Where the compiler's metadata (CBOR) begins at the end of runtime code; the length of the code if there are none. */
export function findMetadata(code: Buffer): number {
  if (code.length < 4) return code.length;
  const size = code.readUInt16BE(code.length - 2);
  const start = code.length - 2 - size;
  if (size < 4 || size > MAX_METADATA || start < 0) return code.length;
  const metadata = code.subarray(start);
  const isMap = ((metadata[0] ?? 0) & 0xe0) === 0xa0 || ((metadata[0] ?? 0) & 0xe0) === 0x80;
  const isNamed = ['solc', 'ipfs', 'bzzr', 'vyper'].some((name) => metadata.includes(name));
  return isMap && isNamed ? start : code.length;
}
