import { decodeCall } from './abi';
import { type AbiValue, decodeAbiWord, readAbiType } from './abi-values';
import type { OutlinedFunction } from './locate-failure';
import { wordToHex } from './words';

/** A parameter with the compiler's name of its type. Of a reference, the value is where it is. */
export type Argument = Readonly<{ name: string; type: string; value: AbiValue }>;

/** The first words of a stack, the top first, and how many there are. */
export type Stack = Readonly<{ words: readonly bigint[]; size: number }>;

const LOCATION = / (memory|calldata|storage)( (ref|pointer|slice))?$/;

/** What call data gives a function that is called from outside; undefined unless it is of that function. */
export function decodeArguments(called: OutlinedFunction, input: Buffer): Argument[] | undefined {
  const { name, parameters = [], selector } = called;
  if (selector === undefined || input.subarray(0, 4).toString('hex') !== selector) return undefined;
  const inputs = parameters.map(({ name, type }) => ({ name, type: abiTypeOf(type) }));
  const own = name.slice(name.lastIndexOf('.') + 1);
  const item = { type: 'function', name: own, inputs, outputs: [], stateMutability: 'payable' } as const;
  const decoded = decodeCall(input, item);
  return decoded?.parameters.flatMap(({ value }, at) => {
    const parameter = parameters[at];
    return parameter ? [{ ...parameter, value }] : [];
  });
}

/**
 * What the stack holds for the parameters of a function, given the stack at its first instruction, where the legacy code
 * generator has them on top of the return address. Undefined where it holds them no more.
 */
export function argumentsOnStack(
  { parameters = [] }: OutlinedFunction,
  entry: Stack,
  now: Stack,
): Argument[] | undefined {
  const sizes = parameters.map(({ type }) => slotsOf(type));
  let at = entry.size - sizes.reduce((sum, size) => sum + size, 0);
  const returnTo = wordAt(entry, at - 1);
  if (returnTo === undefined || returnTo !== wordAt(now, at - 1)) return undefined;
  const known: Argument[] = [];
  for (const [index, parameter] of parameters.entries()) {
    const word = wordAt(now, at);
    if (word === undefined) return undefined;
    known.push({ ...parameter, value: readValue(parameter.type, word) });
    at += sizes[index] ?? 1;
  }
  return known;
}

/** By its place from the bottom. */
const wordAt = ({ words, size }: Stack, at: number) => words[size - 1 - at];

/** Of what is in call data, the length is there, too; of a function, the contract. */
function slotsOf(type: string): number {
  const isLong = / calldata( |$)/.test(type) && /^(bytes|string)\b|\[\] /.test(type);
  return isLong || /^function .*\bexternal\b/.test(type) ? 2 : 1;
}

function readValue(type: string, word: bigint): string {
  const read = LOCATION.test(type) ? undefined : readAbiType({ type: abiTypeOf(type) });
  const text = read && decodeAbiWord(read, Buffer.from(wordToHex(word).slice(2), 'hex'));
  return text ?? `0x${word.toString(16)}`;
}

const abiTypeOf = (type: string) =>
  type
    .replace(LOCATION, '')
    .replace(/^contract [\w.$]+|^address payable/, 'address')
    .replace(/^enum [\w.$]+/, 'uint8');
