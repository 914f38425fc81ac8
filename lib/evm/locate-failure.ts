import type { FailedFrame } from './failure-trace';
import type { SourceMap, SourceRange } from './source-map';

/** What a compiler tells of a contract's code. Files that it generated itself are not listed. */
export type CodeOutline = Readonly<{
  map: SourceMap;
  /** Paths of the sources, by the compiler's number. */
  files: ReadonlyMap<number, string>;
  functions: readonly OutlinedFunction[];
  /** Definitions as a whole: code of them is generated. */
  definitions: readonly SourceRange[];
  reverts: readonly RevertSource[];
}>;

/** A function, a constructor or a modifier; the selector in hex digits of one that can be called from outside. */
export type OutlinedFunction = SourceRange &
  Readonly<{
    name: string;
    selector?: string | undefined;
    /** With the compiler's names of types, as `string memory`. */
    parameters?: readonly Readonly<{ name: string; type: string }>[] | undefined;
    /** It may call itself, directly or by others. */
    isRecursive?: boolean | undefined;
  }>;

/**
 * Where a frame was: the innermost place, and the calls of functions that led there, from the outermost. `isGuess`: an
 * optimizer left no source for the check that failed, and the place is the likeliest before it.
 */
export type FoundPlaces = Readonly<{
  place: SourceRange | undefined;
  callers: readonly SourceRange[];
  isGuess: boolean;
}>;

/**
 * What in a source may revert, and with what: `panic:<code>`, `text:<message>` (`text` if it is no literal),
 * `error:<selector>`, `empty`, `assembly`, `invalid`, or `call` for a call of another contract.
 */
type RevertSource = SourceRange & Readonly<{ kind: string }>;

const MAX_CALLERS = 1_024;
/** Statements in one range that are compared with each other. */
const MAX_INSIDE = 500;
const JUMPI = 0x57;
const JUMPDEST = 0x5b;
const INVALID = 0xfe;

/** Where a frame made a call: its program counter, and the number of jumps before. */
export function locateCall(
  outline: CodeOutline,
  frame: FailedFrame,
  { pc, jumps }: Readonly<{ pc: number; jumps: number }>,
): FoundPlaces {
  const at = createLookup(outline);
  const callers = frame.isCut ? [] : readCallers(outline.map, frame.jumps.slice(0, jumps), at);
  const place = at(pc) ?? callers.at(-1);
  return { place, callers: withoutSelf(callers, place), isGuess: at(pc) === undefined };
}

/**
 * Where a frame failed. Code that the compiler generated belongs to the last step before it that comes from a source; and
 * as optimizers merge equal ends of blocks, what was returned tells which statements may have done it.
 */
export function locateFailure(outline: CodeOutline, frame: FailedFrame): FoundPlaces {
  const at = createLookup(outline);
  const steps = frame.tail.toReversed();
  const branch = steps.findIndex((pc) => outline.map.get(pc)?.opcode === JUMPI);
  const ranges = (pcs: readonly number[]) => pcs.flatMap((pc) => at(pc) ?? []);
  const callers = readCallers(outline.map, frame.jumps, at);
  const last = branch === -1 ? steps : steps.slice(0, branch);
  const ofCheck = [
    ...ranges(branch === -1 ? [] : steps.slice(branch, branch + 1)),
    ...ranges(last),
    ...callers.toReversed(),
  ];
  const evidence = [...ofCheck, ...ranges(steps.slice(last.length))];
  const isMeant = readKinds(frame, outline.map);
  const reverts = outline.reverts.filter(({ kind }) => isMeant(kind));
  const found = match(reverts, evidence) ?? onlyIn(outline, reverts, frame.input);
  const place = found ?? ranges(steps)[0] ?? callers.at(-1) ?? entryOf(outline, frame.input);
  // the only statement that returns this is no guess, and of no gas left all that ran last tells
  const isCertain =
    reverts.length === 0 ? ofCheck.length > 0 : reverts.length === 1 || match(reverts, ofCheck);
  return { place, callers: withoutSelf(callers, place), isGuess: !isCertain };
}

/** The first evidence that a statement is around, or that is around one, tells. */
function match(reverts: readonly RevertSource[], evidence: readonly SourceRange[]): RevertSource | undefined {
  const tried = new Set<string>();
  for (const range of evidence) {
    if (tried.has(nameRange(range))) continue;
    tried.add(nameRange(range));
    const around = reverts
      .filter((one) => contains(one, range))
      .toSorted((one, other) => one.length - other.length);
    if (around[0]) return around[0];
    const inside = reverts.filter((one) => contains(range, one)).slice(0, MAX_INSIDE);
    const outermost = inside.filter(
      (one) => !inside.some((other) => other.length > one.length && contains(other, one)),
    );
    const named = outermost.find((one) => evidence.some((other) => contains(one, other)));
    if (outermost[0]) return named ?? outermost[0];
  }
  return undefined;
}

/** Without evidence, the last such statement of the function that was called, or the only one. */
function onlyIn(
  outline: CodeOutline,
  reverts: readonly RevertSource[],
  input: Buffer,
): RevertSource | undefined {
  const called = entryOf(outline, input);
  const inside = called === undefined ? [] : reverts.filter((one) => contains(called, one));
  return inside.at(-1) ?? (reverts.length === 1 ? reverts[0] : undefined);
}

function entryOf({ functions }: CodeOutline, input: Buffer): OutlinedFunction | undefined {
  const selector = input.subarray(0, 4).toString('hex');
  return functions.find((one) => one.selector === selector);
}

/** Which kinds of statements return what a frame returned. */
function readKinds({ output, tail }: FailedFrame, map: SourceMap): (kind: string) => boolean {
  const selector = output.subarray(0, 4).toString('hex');
  const last = map.get(tail.at(-1) ?? -1)?.opcode;
  if (last === INVALID) return (kind) => kind === 'invalid' || kind === 'panic:1';
  if (last !== undefined && last !== REVERT) return () => false;
  if (output.length === 0) return (kind) => kind === 'empty' || kind === 'assembly' || kind === 'call';
  if (selector === '4e487b71') return (kind) => kind === `panic:${output.at(35)}`;
  if (selector !== '08c379a0' || output.length < 68)
    return (kind) => kind === `error:${selector}` || kind === 'error' || kind === 'assembly';
  const text = output.subarray(68, 68 + output.readUInt32BE(64)).toString();
  return (kind) => kind === `text:${text}` || kind === 'text';
}

const REVERT = 0xfd;

function readCallers(map: SourceMap, jumps: readonly number[], at: Lookup): SourceRange[] {
  return followJumps(map, jumps).flatMap((pc) => at(pc) ?? []);
}

/** A call of what the compiler generated for an expression is no call of a function. */
function withoutSelf(callers: readonly SourceRange[], place: SourceRange | undefined): SourceRange[] {
  const isSame = (one: SourceRange | undefined) =>
    one !== undefined && place !== undefined && contains(one, place) && contains(place, one);
  const kept = [...callers];
  while (isSame(kept.at(-1))) kept.pop();
  return kept;
}

/** The jumps into functions that have not been left. */
function followJumps(map: SourceMap, jumps: readonly number[]): number[] {
  const open: number[] = [];
  for (const pc of jumps) {
    const jump = map.get(pc)?.jump;
    if (jump === 'in' && open.length < MAX_CALLERS) open.push(pc);
    if (jump === 'out') open.pop();
  }
  return open;
}

/** The source of an instruction by its program counter; undefined for that of a definition as a whole. */
export type Lookup = (pc: number) => SourceRange | undefined;

/** Prepares the look-up of sources in an outline. */
export function createLookup({ map, files, definitions }: CodeOutline): Lookup {
  const whole = new Set(definitions.map(nameRange));
  return (pc) => {
    const range = map.get(pc)?.range;
    return range === undefined || !files.has(range.file) || whole.has(nameRange(range)) ? undefined : range;
  };
}

const nameRange = ({ file, start, length }: SourceRange) => `${file}:${start}:${length}`;

/** Whether the first range has all of the second. */
function contains(outer: SourceRange, inner: SourceRange): boolean {
  return (
    outer.file === inner.file &&
    outer.start <= inner.start &&
    outer.start + outer.length >= inner.start + inner.length
  );
}

/** The innermost function that a place is in. */
export function functionAt(
  { functions }: Pick<CodeOutline, 'functions'>,
  place: SourceRange,
): OutlinedFunction | undefined {
  const { ordered, outer } = indexOf(functions);
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = ordered[middle];
    if (one !== undefined && compareStarts(one, place) <= 0) low = middle + 1;
    else high = middle;
  }
  let found = ordered[low - 1];
  while (found !== undefined && !contains(found, place)) found = outer.get(found);
  return found;
}

/** The function that a selector calls from outside. */
export function functionOfSelector(
  { functions }: Pick<CodeOutline, 'functions'>,
  selector: string,
): OutlinedFunction | undefined {
  return indexOf(functions).bySelector.get(selector);
}

type FunctionIndex = Readonly<{
  /** By file and start, of one start the innermost last. */
  ordered: readonly OutlinedFunction[];
  /** The function around one that is within another. */
  outer: ReadonlyMap<OutlinedFunction, OutlinedFunction>;
  bySelector: ReadonlyMap<string, OutlinedFunction>;
}>;

const indexes = new WeakMap<readonly OutlinedFunction[], FunctionIndex>();

const compareStarts = (one: SourceRange, other: SourceRange) =>
  one.file - other.file || one.start - other.start;

/** There may be thousands of functions, and as many places: they are sorted once. */
function indexOf(functions: readonly OutlinedFunction[]): FunctionIndex {
  const known = indexes.get(functions);
  if (known !== undefined) return known;
  // of equal ones, and of one selector, the first counts
  const reversed = functions.toReversed();
  const distinct = [...new Map(reversed.map((one) => [nameRange(one), one])).values()];
  const ordered = distinct.sort((one, other) => compareStarts(one, other) || other.length - one.length);
  const outer = new Map<OutlinedFunction, OutlinedFunction>();
  const open: OutlinedFunction[] = [];
  for (const one of ordered) {
    for (let last = open.at(-1); last !== undefined && !contains(last, one); last = open.at(-1)) open.pop();
    const around = open.at(-1);
    if (around !== undefined) outer.set(one, around);
    open.push(one);
  }
  const bySelector = new Map(reversed.flatMap((one) => (one.selector ? [[one.selector, one] as const] : [])));
  const index = { ordered, outer, bySelector };
  indexes.set(functions, index);
  return index;
}

/** The program counters whose place is wanted: a hex digit for four of them, the lowest bit first. */
export function markCounters(outline: CodeOutline, isWanted: (place: SourceRange) => boolean): string {
  const at = createLookup(outline);
  return packCounters(outline, (pc) => {
    const place = at(pc);
    return place !== undefined && isWanted(place);
  });
}

/** The program counters at which a function begins, packed alike: its first instruction comes from all of it. */
export function markEntries(outline: CodeOutline, { file, start, length }: SourceRange): string {
  const whole = nameRange({ file, start, length });
  return packCounters(outline, (pc) => {
    const { opcode, range } = outline.map.get(pc) ?? {};
    return opcode === JUMPDEST && range !== undefined && nameRange(range) === whole;
  });
}

function packCounters({ map }: CodeOutline, isWanted: (pc: number) => boolean): string {
  const digits: number[] = [];
  for (const pc of map.keys()) if (isWanted(pc)) digits[pc >> 2] = (digits[pc >> 2] ?? 0) | (1 << (pc & 3));
  return Array.from(digits, (digit = 0) => digit.toString(16)).join('');
}

/** A character for each program counter, `0` for those without a place. */
export function markPlaces(outline: CodeOutline, markOf: (place: SourceRange) => string): string {
  const at = createLookup(outline);
  const marks: string[] = [];
  for (const pc of outline.map.keys()) {
    const place = at(pc);
    if (place !== undefined) marks[pc] = markOf(place);
  }
  return Array.from(marks, (mark = '0') => mark).join('');
}
