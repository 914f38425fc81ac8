import fc from 'fast-check';
import { encodeErrorResult, parseAbi } from 'viem';
import { describe, expect, test } from 'vitest';
import { word } from '@/test/support/evm-logs';
import { hexToBuffer } from './hex';
import { decodeRevertReason } from './revert-reason';
import { indexSignatures } from './signatures';

const ERRORS = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 errorCode)',
  'error InsufficientBalance(uint256 balance, uint256 needed)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error EnforcedPause()',
]);

const reason = (text: string) =>
  hexToBuffer(encodeErrorResult({ abi: ERRORS, errorName: 'Error', args: [text] }));
const panic = (code: bigint) =>
  hexToBuffer(encodeErrorResult({ abi: ERRORS, errorName: 'Panic', args: [code] }));

describe('a reason', () => {
  test('is the text of require', () => {
    expect(decodeRevertReason(reason('ERC20: transfer amount exceeds balance'))).toEqual({
      text: 'ERC20: transfer amount exceeds balance',
      decoded: {
        method_id: '08c379a0',
        method_call: 'Error(string reason)',
        parameters: [{ name: 'reason', type: 'string', value: 'ERC20: transfer amount exceeds balance' }],
      },
    });
    expect(decodeRevertReason(reason(''))?.text).toBe('');
  });

  test('keeps NUL and replaces what is not UTF-8', () => {
    expect(decodeRevertReason(reason('a\0b'))?.text).toBe('a\0b');
    const text = Buffer.concat([Buffer.from('41ff42', 'hex'), Buffer.alloc(29)]);
    const invalid = Buffer.concat([hexToBuffer('0x08c379a0'), word(32), word(3), text]);
    expect(decodeRevertReason(invalid)).toMatchObject({
      text: 'A\ufffdB',
      decoded: { parameters: [{ value: '0x41ff42' }] },
    });
  });

  test('is cut at 4,000 characters, never inside one', () => {
    expect(decodeRevertReason(reason('x'.repeat(100_000)))?.text).toBe(`${'x'.repeat(4000)}…`);
    expect(decodeRevertReason(reason(`${'x'.repeat(3999)}😀😀`))?.text).toBe(`${'x'.repeat(3999)}…`);
    expect(decodeRevertReason(reason('x'.repeat(4000)))?.text).toBe('x'.repeat(4000));
  });
});

test.each([
  [0x00n, 'Panic(0x00): generic panic'],
  [0x01n, 'Panic(0x01): assertion failed'],
  [0x11n, 'Panic(0x11): arithmetic overflow or underflow'],
  [0x12n, 'Panic(0x12): division or modulo by zero'],
  [0x32n, 'Panic(0x32): array index out of bounds'],
  [0x99n, 'Panic(0x99)'],
  [0x1234n, 'Panic(0x1234)'],
])('panic %d reads %s', (code, text) => {
  expect(decodeRevertReason(panic(code))?.text).toBe(text);
});

describe('a custom error', () => {
  test('reads like a call', () => {
    const args = [1n, 2n] as const;
    const output = encodeErrorResult({ abi: ERRORS, errorName: 'InsufficientBalance', args });
    expect(decodeRevertReason(hexToBuffer(output))?.text).toBe('InsufficientBalance(1, 2)');
    const pause = encodeErrorResult({ abi: ERRORS, errorName: 'EnforcedPause' });
    expect(decodeRevertReason(hexToBuffer(pause))?.text).toBe('EnforcedPause()');
  });

  test('of the contract’s own interface is known too', () => {
    const abi = parseAbi(['error Slippage(uint256[] wanted, (string, bool) detail)']);
    const output = hexToBuffer(
      encodeErrorResult({
        abi,
        args: [
          [1n, 2n],
          ['late', true],
        ],
      }),
    );
    expect(decodeRevertReason(output, [indexSignatures(abi)])?.text).toBe('Slippage([1, 2], [late, true])');
    expect(decodeRevertReason(output)?.decoded).toBeNull();
  });
});

describe('without a reason', () => {
  test('there is null for no output and the hex of what cannot be decoded', () => {
    expect(decodeRevertReason(Buffer.alloc(0))).toBeNull();
    expect(decodeRevertReason(hexToBuffer('0x00'))).toEqual({ text: '0x00', decoded: null });
    expect(decodeRevertReason(reason('cut').subarray(0, 70))?.text).toMatch(/^0x08c379a0/);
    expect(decodeRevertReason(Buffer.alloc(1_000_000, 0xab))?.text).toBe(`0x${'ab'.repeat(1999)}…`);
  });

  test('no output makes it throw, and texts stay bounded', () => {
    const selector = fc.constantFrom('0x08c379a0', '0x4e487b71', '0xe450d38c', '0x00000000').map(hexToBuffer);
    fc.assert(
      fc.property(selector, fc.uint8Array({ maxLength: 200 }), (head, tail) => {
        const text = decodeRevertReason(Buffer.concat([head, tail]))?.text;
        expect(text?.length).toBeLessThanOrEqual(4001);
      }),
      { numRuns: 2000 },
    );
  });
});

test('of an error within the text or bytes of another, the inner one is the reason', () => {
  const error = (text: string | Buffer) => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text;
    const word = (value: number) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
    const padding = Buffer.alloc((32 - (bytes.length % 32)) % 32);
    return Buffer.concat([Buffer.from('08c379a0', 'hex'), word(32), word(bytes.length), bytes, padding]);
  };
  expect(decodeRevertReason(error(error('too late')))?.text).toBe('too late');
  expect(decodeRevertReason(error(error(error('deeper'))))?.text).toBe('deeper');
  const failed = encodeErrorResult({
    abi: parseAbi(['error ExecutionFailed(uint256 commandIndex, bytes message)']),
    args: [1n, `0x${error('STF').toString('hex')}`],
  });
  expect(decodeRevertReason(hexToBuffer(failed))?.text).toBe('ExecutionFailed(1, STF)');
  let deep = error('end');
  for (let at = 0; at < 40; at += 1) deep = error(deep);
  expect(decodeRevertReason(deep)?.text.length).toBeGreaterThan(3);
});
