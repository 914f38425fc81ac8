import type { AbiParameter } from 'viem';
import { type AbiType, type AbiValue, decodeAbiValues, readAbiType } from './abi-values';
import { cleanText } from './clean-text';
import { bufferToHex, hexToBuffer } from './hex';
import { keccak256 } from './keccak';

/** Where `console.log` of Hardhat and Foundry calls: no contract is there, development nodes print the calls. */
export const CONSOLE = hexToBuffer('0x000000000000000000636f6e736f6c652e6c6f67');

const SELECTOR_LENGTH = 4;
const MAX_INPUT = 16 * 1024;
const MAX_LENGTH = 1_000;
const MAX_RAW = 64;
const MAX_ARGUMENTS = 4;
/** `log` takes up to four of these in any order. */
const MIXED = ['uint256', 'string', 'bool', 'address'];
const SIZES = Array.from({ length: 32 }, (_, at) => at + 1);
/** Other functions by their one argument. */
const SINGLE = [
  ...['int256', 'bytes', ...SIZES.map((size) => `bytes${size}`)].map((type) => ['log', type]),
  ...[
    ['logInt', 'int256'],
    ['logUint', 'uint256'],
    ['logString', 'string'],
    ['logBool', 'bool'],
  ],
  ...[['logAddress', 'address'], ['logBytes', 'bytes'], ...SIZES.map((n) => [`logBytes${n}`, `bytes${n}`])],
];

/**
 * What `console.log` says by the input of its call, of which `size` bytes there were: the arguments in place of `%s`,
 * `%d` and the like, and after a space each. At most 1,000 characters, then `…`, which is also where the input was cut;
 * raw hex if it is no call of the console.
 */
export function readConsoleLine(input: Buffer, size: number): string {
  const types = selectors().get(input.toString('hex', 0, SELECTOR_LENGTH));
  // what was cut off is as zeros, which texts are shown without
  const whole = Buffer.alloc(Math.min(Math.max(size, input.length), MAX_INPUT));
  input.copy(whole);
  const values = types && decodeAbiValues(types, whole.subarray(SELECTOR_LENGTH));
  if (!values) return bufferToHex(input.subarray(0, MAX_RAW)) + (size > MAX_RAW ? '…' : '');
  const text = cleanText(format(values.map(writeValue)), { hasLines: true });
  return text.length > MAX_LENGTH || size > input.length ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function writeValue(value: AbiValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As `util.format` of Node does, which both tools follow. */
function format([first = '', ...others]: readonly string[]): string {
  const rest = [...others];
  const filled =
    rest.length === 0
      ? first
      : first.replace(/%[sdioOxf%]/g, (mark) => (mark === '%%' ? '%' : (rest.shift() ?? mark)));
  return [filled, ...rest].join(' ');
}

let known: ReadonlyMap<string, readonly AbiType[]> | undefined;

/** Types of the arguments by selector; the first `console.sol` had `uint` and `int` in its signatures. */
function selectors(): ReadonlyMap<string, readonly AbiType[]> {
  if (known) return known;
  const found = new Map<string, readonly AbiType[]>();
  const add = (name: string, types: readonly string[]) => {
    const read = types.flatMap((type) => readAbiType({ type } satisfies AbiParameter) ?? []);
    for (const written of [types.join(), types.join().replaceAll('int256', 'int')]) {
      const hash = Buffer.from(keccak256(Buffer.from(`${name}(${written})`)));
      found.set(hash.toString('hex', 0, SELECTOR_LENGTH), read);
    }
  };
  for (const [name = '', type = ''] of SINGLE) add(name, [type]);
  add('log', ['string', 'int256']);
  let lists: string[][] = [[]];
  for (let length = 0; length <= MAX_ARGUMENTS; length += 1) {
    for (const types of lists) add('log', types);
    lists = lists.flatMap((types) => MIXED.map((type) => [...types, type]));
  }
  known = found;
  return found;
}
