/** The part of a source that instructions come from: bytes of a file, by the compiler's number of it. */
export type SourceRange = Readonly<{ file: number; start: number; length: number }>;

/** An instruction: where it comes from, undefined if generated, and whether it jumps into a function or out of one. */
type MappedInstruction = Readonly<{
  opcode: number;
  range: SourceRange | undefined;
  jump: 'in' | 'out' | undefined;
}>;

/** Instructions by program counter. */
export type SourceMap = ReadonlyMap<number, MappedInstruction>;

const MAX_CODE = 256 * 1024;
const MAX_TEXT = 8 * 1024 * 1024;
const JUMPS = new Map<string, 'in' | 'out'>([
  ['i', 'in'],
  ['o', 'out'],
]);
const NUMBER = /^-?\d{1,9}$/;

/**
 * Reads a source map of solc (`start:length:file:jump:depth` per instruction, separated by `;`, where an empty field
 * repeats the one before) for the code it belongs to. Undefined if it is none, or too large.
 */
export function readSourceMap(text: string, code: Uint8Array): SourceMap | undefined {
  if (text.length > MAX_TEXT || code.length > MAX_CODE) return undefined;
  const map = new Map<number, MappedInstruction>();
  let [start, length, file, jump] = [0, 0, -1, '-'];
  let pc = 0;
  for (const entry of text.split(';')) {
    const opcode = code[pc];
    // what follows the code has no entries, or those of its data
    if (opcode === undefined) break;
    const [s = '', l = '', f = '', j = ''] = entry.split(':', 4);
    if ([s, l, f].some((field) => field !== '' && !NUMBER.test(field))) return undefined;
    if (s !== '') start = Number(s);
    if (l !== '') length = Number(l);
    if (f !== '') file = Number(f);
    if (j !== '') jump = j;
    const isKnown = file >= 0 && start >= 0 && length >= 0;
    map.set(pc, { opcode, range: isKnown ? { file, start, length } : undefined, jump: JUMPS.get(jump) });
    pc += 1 + pushedBytes(opcode);
  }
  return map;
}

/** Whether code has the instructions of a map: what a constructor or a linker fills in may differ. */
export function hasInstructions(map: SourceMap, code: Uint8Array): boolean {
  return map.size > 0 && [...map].every(([pc, { opcode }]) => code[pc] === opcode);
}

/** How many bytes of data follow an opcode: PUSH1 to PUSH32. */
function pushedBytes(opcode: number): number {
  return opcode >= 0x60 && opcode <= 0x7f ? opcode - 0x5f : 0;
}
