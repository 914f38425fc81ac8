import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type AbiFunction, encodeFunctionData, parseAbi, parseAbiItem, toFunctionSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { SHIPPED } from '@/test/support/shipped-names';
import { guessCall as guess, listCallGuesses, listErrorGuesses } from './guess-call';
import { hexToBuffer } from './hex';
import { countOddValues } from './odd-values';
import { BUILT_IN, type Signatures } from './signatures';

const ABI = parseAbi(['function castVote(uint256 proposalId, uint8 support)']);
const PROPOSE =
  'function propose(address[] targets, uint256[] values, bytes[] calldatas, string description)';
const GUESSES = readFileSync(new URL('../../scripts/signatures/preferred.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('function '));
const guessCall = (input: Buffer) => guess(input, SHIPPED);
const vote = encodeFunctionData({ abi: ABI, functionName: 'castVote', args: [7n, 1] });

test('a call is guessed when its arguments are the input to the last byte', () => {
  expect(guessCall(hexToBuffer(vote))).toEqual({
    method_id: '56781388',
    method_call: 'castVote(uint256 proposalId, uint8 support)',
    parameters: [
      { name: 'proposalId', type: 'uint256', value: '7' },
      { name: 'support', type: 'uint8', value: '1' },
    ],
  });
  expect(guessCall(hexToBuffer(toFunctionSelector('function exit()')))?.method_call).toBe('exit()');
});

test.each([
  ['a word behind the arguments', `${vote}${'12'.repeat(32)}`],
  ['a mark behind a function without arguments', `${toFunctionSelector('function exit()')}360c6ebe`],
  ['too few bytes', vote.slice(0, -2)],
  ['a value that its type does not have', vote.replace(/1$/, '1').slice(0, -4).concat('0101')],
  ['another function', `0x12345678${vote.slice(10)}`],
  ['bytes behind a function without arguments', `${toFunctionSelector('function exit()')}00`],
  ['no selector', '0x56'],
])('nothing is guessed for %s', (_, input) => {
  expect(guessCall(hexToBuffer(input))).toBeUndefined();
});

test.each([
  ['of Seaport', '360c6ebe'],
  ['of MetaMask', '00ec'],
  ['of 0x', `869584cd${'12'.repeat(64)}`],
  ['of ERC-8021', `${'61'.repeat(40)}${'8021'.repeat(8)}`],
])('a mark %s behind the arguments is no argument', (_, mark) => {
  const { parameters } = guessCall(hexToBuffer(`${vote}${mark}`)) ?? {};
  expect(parameters?.map(({ value }) => value)).toEqual(['7', '1']);
  expect(guessCall(hexToBuffer(`${vote.slice(0, -4)}0101${mark}`))).toBeUndefined();
});

test('the zeros that pad the last argument may be missing, and nothing else', () => {
  const abi = parseAbi([PROPOSE]);
  const args = [[], [], [], 'to the end'] as const;
  const input = encodeFunctionData({ abi, functionName: 'propose', args });
  const unpadded = input.slice(0, -44);
  expect(guessCall(hexToBuffer(unpadded))?.parameters.at(-1)?.value).toBe('to the end');
  expect(guessCall(hexToBuffer(unpadded.slice(0, -2)))).toBeUndefined();
  expect(guessCall(hexToBuffer(`${unpadded}01`))).toBeUndefined();
});

test.each([
  [900, 30_000],
  [200, 8_000],
])('%i offsets that all lead to one value of %i bytes are not followed', (count, length) => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const heads = [0x80, 0x80, 0xa0, 0x80, 0, count].map(word).join('');
  const value = `${word(length)}${'ab'.repeat(length)}${'00'.repeat(32)}`;
  const input = `${toFunctionSelector(PROPOSE)}${heads}${word(32 * count).repeat(count)}${value}`;
  // followed, the calls of one page would take minutes: longer than a test may
  const page = Array.from({ length: 50 }, () => guessCall(hexToBuffer(input)));
  expect(page.filter((call) => call !== undefined)).toEqual([]);
});

test('the preferred functions are shipped as they are written, once each, and first of their selectors', () => {
  const selectors = parseAbi([...GUESSES]).map((item) =>
    item.type === 'function' ? toFunctionSelector(item) : '',
  );
  expect(new Set(GUESSES).size).toBe(GUESSES.length);
  expect(new Set(selectors).size).toBe(GUESSES.length);
  expect(GUESSES.length).toBeGreaterThan(100);
  const first = selectors.map((selector) => SHIPPED[0]?.functions.get(selector)?.[0]);
  expect(first).toEqual(parseAbi([...GUESSES]));
});

test('what the built-in interfaces have is not among them', () => {
  const known = parseAbi([...GUESSES]).flatMap((item) =>
    item.type === 'function' && BUILT_IN.functions.has(toFunctionSelector(item)) ? [item.name] : [],
  );
  expect(known).toEqual([]);
});

test('any bytes behind a known selector give a call or nothing, never an error', () => {
  const selectors = parseAbi([...GUESSES]).flatMap((item) =>
    item.type === 'function' ? [hexToBuffer(toFunctionSelector(item))] : [],
  );
  fc.assert(
    fc.property(fc.constantFrom(...selectors), fc.uint8Array({ maxLength: 400 }), (selector, rest) => {
      const guess = guessCall(Buffer.concat([selector, rest]));
      expect(guess === undefined || guess.method_id === selector.toString('hex')).toBe(true);
    }),
  );
});

test('a call is guessed from shipped names, again only if its arguments fit', () => {
  const burn = toFunctionSelector('function burn(uint256)');
  expect(guessCall(hexToBuffer(`${burn}${'ff'.repeat(32)}`))?.method_call).toMatch(/^burn\(uint256 \w+\)$/);
  expect(guessCall(hexToBuffer(`${burn}${'ff'.repeat(64)}`))).toBeUndefined();
});

test('a large input is named where its arguments are bytes and words, as of a batch of a rollup', () => {
  const abi = parseAbi([
    'function addSequencerL2BatchFromOrigin(uint256 sequenceNumber, bytes data, uint256 afterDelayedMessagesRead, address gasRefunder, uint256 prevMessageCount, uint256 newMessageCount)',
    'function airdrop(address[] recipients, uint256[] amounts)',
  ]);
  const refunder = `0x${'11'.repeat(20)}` as const;
  const batchOf = (bytes: number) =>
    hexToBuffer(
      encodeFunctionData({
        abi,
        functionName: 'addSequencerL2BatchFromOrigin',
        args: [1n, `0x${'ab'.repeat(bytes)}`, 2n, refunder, 3n, 4n],
      }),
    );
  expect(guessCall(batchOf(120_000))?.method_call).toMatch(/^addSequencerL2BatchFromOrigin\(/);
  expect(guessCall(Buffer.concat([batchOf(120_000), Buffer.alloc(32)]))).toBeUndefined();
  expect(guessCall(batchOf(132_000))).toBeUndefined();
  const listOf = (size: number) =>
    hexToBuffer(
      encodeFunctionData({
        abi,
        functionName: 'airdrop',
        args: [Array(size).fill(refunder), Array(size).fill(1n)],
      }),
    );
  expect(guessCall(listOf(10))?.method_call).toMatch(/^airdrop\(/);
  expect(guessCall(listOf(500))).toBeUndefined();
});

test('a shipped error is used only if what was returned fits to the last byte', () => {
  const [selector, word] = [
    toFunctionSelector('function SafeERC20FailedOperation(address)'),
    '12'.padStart(64, '0'),
  ];
  expect(listErrorGuesses(hexToBuffer(`${selector}${word}`), SHIPPED).map(({ name }) => name)).toEqual([
    'SafeERC20FailedOperation',
  ]);
  expect(listErrorGuesses(hexToBuffer(`${selector}${word}00`), SHIPPED)).toEqual([]);
  expect(listErrorGuesses(hexToBuffer(selector), SHIPPED)).toEqual([]);
});

describe('several functions of one selector', () => {
  const COLLIDING = 'collate_propagate_storage(bytes16)';
  const learnedOf = (...texts: readonly string[]) => ({
    functions: new Map<string, AbiFunction[]>(
      texts.map((text) => {
        const item = parseAbiItem(`function ${text}`);
        if (item.type !== 'function') throw new Error(text);
        return [toFunctionSelector(item), [item]] as const;
      }),
    ),
    events: new Map(),
    errors: new Map(),
    guess: 'learned' as const,
  });

  test('shipped names come before imported ones, these before fetched ones, and each once', () => {
    const burn = toFunctionSelector('function burn(uint256)');
    expect(toFunctionSelector(`function ${COLLIDING}`)).toBe(burn);
    const input = hexToBuffer(`${burn}${'0'.repeat(64)}`);
    const [learned, again] = [learnedOf(COLLIDING), learnedOf('burn(uint256)')];
    const names = (sources: readonly Signatures[]) =>
      listCallGuesses(input, [...SHIPPED, ...sources]).map(({ method_call }) => method_call.split('(')[0]);
    expect(names([again, learned])).toEqual(['burn', 'collate_propagate_storage']);
    expect(names([BUILT_IN])).toEqual(['burn']);
    const full = hexToBuffer(`${burn}${'1'.repeat(64)}`);
    expect(listCallGuesses(full, [...SHIPPED, learned])).toHaveLength(1);
  });

  test('odd are padded addresses, amounts beyond any supply and control characters', () => {
    expect(
      countOddValues([{ name: '', type: 'address', value: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' }]),
    ).toBe(0);
    expect(countOddValues([{ name: '', type: 'address', value: `0x${'0'.repeat(38)}07` }])).toBe(1);
    expect(countOddValues([{ name: '', type: 'uint256[]', value: ['1', String(2n ** 250n)] }])).toBe(1);
    expect(countOddValues([{ name: '', type: 'uint256', value: String(2n ** 256n - 1n) }])).toBe(0);
    expect(countOddValues([{ name: '', type: 'string', value: 'a\u0001' }])).toBe(1);
  });
});
