import { type AbiError, type DecodedCall, decodeCall } from './abi';
import type { AbiValue } from './abi-values';
import { listErrorGuesses } from './guess-call';
import { bufferToBigint, bufferToHex, hexToBuffer, isHexData } from './hex';
import { BUILT_IN, findErrors, onlyGuesses, type Signatures, withoutGuesses } from './signatures';
import { readSmallUint, readWord, WORD } from './words';

type RevertReason = { text: string; decoded: DecodedCall | null };

const MAX_TEXT_LENGTH = 4000;
const SELECTOR_LENGTH = 4;
const MAX_NESTING = 4;
const PANIC_SELECTOR = '4e487b71';
const ERROR_SELECTOR = '08c379a0';
const LOSSY_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assertion failed'],
  [0x11n, 'arithmetic overflow or underflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'value is not a member of the enum'],
  [0x22n, 'storage byte array is badly encoded'],
  [0x31n, 'pop from an empty array'],
  [0x32n, 'array index out of bounds'],
  [0x41n, 'too much memory allocated'],
  [0x51n, 'call of an uninitialised function'],
]);

/**
 * Decodes the output of a reverted call: the text of `Error(string)` (invalid UTF-8 becomes U+FFFD), `Panic(0x11):
 * …`, `InsufficientBalance(1, 2)` for an error of `sources` or a known or guessed one, else raw hex; of an error within
 * an error's text or bytes, the inner one. Cut to 4,000 characters and `…`. Null without output.
 */
export function decodeRevertReason(output: Buffer, sources: readonly Signatures[] = []): RevertReason | null {
  if (output.length === 0) return null;
  return (
    decodeError(output, sources, 0) ?? {
      text: truncate(bufferToHex(output.subarray(0, MAX_TEXT_LENGTH))),
      decoded: null,
    }
  );
}

/** Contracts pass on the errors of what they called as text or bytes of their own: the innermost one is the reason. */
function decodeError(
  output: Buffer,
  sources: readonly Signatures[],
  nesting: number,
): RevertReason | undefined {
  if (nesting > MAX_NESTING) return undefined;
  const selector = output.subarray(0, SELECTOR_LENGTH);
  const known = [...withoutGuesses(sources), BUILT_IN].flatMap((source) => findErrors(selector, source));
  const item =
    known.find((one) => decodeCall(output, one) !== undefined) ?? listErrorGuesses(output, sources)[0];
  const decoded = item && decodeCall(output, item);
  if (item === undefined || decoded === undefined) return undefined;
  const guesses = onlyGuesses(sources);
  const inner =
    decoded.method_id === ERROR_SELECTOR ? decodeError(readReason(output), guesses, nesting + 1) : undefined;
  return inner ?? { text: truncate(describe(output, item, { decoded, guesses, nesting })), decoded };
}

function describe(
  output: Buffer,
  item: AbiError,
  { decoded, guesses, nesting }: { decoded: DecodedCall; guesses: readonly Signatures[]; nesting: number },
): string {
  const { method_id, parameters } = decoded;
  if (method_id === ERROR_SELECTOR) return LOSSY_UTF8.decode(readReason(output));
  if (method_id === PANIC_SELECTOR) return describePanic(output);
  const values = parameters.map(({ type, value }) => {
    const bytes =
      type === 'bytes' && typeof value === 'string' && isHexData(value) ? hexToBuffer(value) : undefined;
    return (bytes && decodeError(bytes, guesses, nesting + 1)?.text) ?? formatValue(value);
  });
  return `${item.name}(${values.join(', ')})`;
}

/** The text bytes of an Error(string) already checked by decodeCall. */
function readReason(output: Buffer): Buffer {
  const data = output.subarray(SELECTOR_LENGTH);
  const offset = readSmallUint(data, 0) ?? data.length;
  const length = readSmallUint(data, offset) ?? 0;
  return data.subarray(offset + WORD, offset + WORD + Math.min(length, 4 * MAX_TEXT_LENGTH));
}

function describePanic(output: Buffer): string {
  const word = readWord(output, SELECTOR_LENGTH) ?? Buffer.alloc(0);
  const code = bufferToBigint(word);
  const text = `Panic(0x${code.toString(16).padStart(2, '0')})`;
  const meaning = PANICS.get(code);
  return meaning === undefined ? text : `${text}: ${meaning}`;
}

function formatValue(value: AbiValue): string {
  return typeof value === 'string' ? value : `[${value.map(formatValue).join(', ')}]`;
}

function truncate(text: string): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(MAX_TEXT_LENGTH - 1))
    ? MAX_TEXT_LENGTH - 1
    : MAX_TEXT_LENGTH;
  return `${text.slice(0, end)}…`;
}
