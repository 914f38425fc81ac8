import { type AbiParameter, encodeAbiParameters, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { readConsoleLine } from './console-lines';

function call(signature: string, ...values: unknown[]): Buffer {
  const types = /\((.*)\)/.exec(signature)?.[1] ?? '';
  const parameters: AbiParameter[] = types === '' ? [] : types.split(',').map((type) => ({ type }));
  const selector = toFunctionSelector(`function ${signature}`);
  return Buffer.from((selector + encodeAbiParameters(parameters, values).slice(2)).slice(2), 'hex');
}
const read = (input: Buffer) => readConsoleLine(input, input.length);

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

test.each([
  ['log()', [], ''],
  ['log(string)', ['hello'], 'hello'],
  ['log(string,uint256)', ['held', 7n], 'held 7'],
  ['log(string,uint256,address)', ['%s of %s', 7n, ADDRESS], `7 of ${ADDRESS}`],
  ['log(string,uint256)', ['100%% of %d', 7n], '100% of 7'],
  ['log(string,string)', ['%s %s', 'one'], 'one %s'],
  [
    'log(uint256,bool,address,string)',
    [2n ** 256n - 1n, true, ADDRESS, 'x'],
    `${2n ** 256n - 1n} true ${ADDRESS} x`,
  ],
  ['log(int256)', [-5n], '-5'],
  ['logBytes4(bytes4)', ['0x01020304'], '0x01020304'],
])('%s', (signature, values, text) => {
  expect(read(call(signature, ...values))).toBe(text);
});

test('signatures of the first console, with `uint`', () => {
  // Of log(uint) as Hardhat had it.
  expect(read(Buffer.from(`f5b1bba9${'7'.padStart(64, '0')}`, 'hex'))).toBe('7');
});

test('what is cut, too long or no call of the console is said so', () => {
  const long = call('log(string,uint256)', 'a'.repeat(5_000), 7n);
  expect(read(long)).toBe(`${'a'.repeat(1_000)}…`);
  expect(readConsoleLine(call('log(string)', 'b'.repeat(600)).subarray(0, 512), 4 + 64 + 608)).toBe(
    `${'b'.repeat(512 - 68)}…`,
  );
  expect(read(Buffer.from('deadbeef', 'hex'))).toBe('0xdeadbeef');
  expect(readConsoleLine(Buffer.alloc(0), 0)).toBe('0x');
  expect(read(Buffer.alloc(600, 1))).toBe(`0x${'01'.repeat(64)}…`);
  expect(read(call('log(string)', 'one\ntwo\u0000\u202ethree'))).toBe('one\ntwothree');
  // A length that no memory has.
  const lying = Buffer.concat([call('log(string)', 'x').subarray(0, 36), Buffer.alloc(32, 0xff)]);
  expect(readConsoleLine(lying, 2 ** 40)).toMatch(/^0x/);
});
