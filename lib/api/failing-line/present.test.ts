import { expect, test } from 'vitest';
import type { FailedFrame } from '@/lib/evm/failure-trace';
import { BUILT_IN } from '@/lib/evm/signatures';
import { accountRow, address, byAddress } from '@/test/support/rows';
import type { LocatedFailure, LocatedFrame } from './loader';
import { presentFailingLine } from './present';

const TEXT = 'contract C {\n  function f() external {\n    require(false, "no");\n  }\n}\n';
const range = (part: string) => ({ file: 0, start: TEXT.indexOf(part), length: part.length });
const frame: FailedFrame = {
  ...{
    code: address(0x11),
    input: Buffer.from(`a9059cbb${'0'.repeat(128)}`, 'hex'),
    output: Buffer.alloc(0),
  },
  ...{ jumps: [], isCut: false, tail: [], at: null },
};
const found: LocatedFrame['found'] = {
  place: range('require(false, "no")'),
  callers: [range('f()')],
  isGuess: false,
  sources: new Map([['C.sol', TEXT]]),
  outline: {
    ...{ map: new Map(), files: new Map([[0, 'C.sol']]), definitions: [], reverts: [] },
    functions: [{ ...range(TEXT.slice(15, -2)), name: 'C.f' }],
  },
};
const context = {
  addresses: byAddress(accountRow({ address: address(0x11), is_contract: true })),
  signatures: [BUILT_IN],
};
const present = (frames: LocatedFrame[], reason?: LocatedFailure['reason']) =>
  presentFailingLine({ frames, depth: frames.length, reason }, context);

test('the place of the innermost call, with the lines around it and the functions that led there', () => {
  const { place, frames, meta } = present([{ frame, owner: address(0x11), found }]);
  expect(meta).toBeNull();
  expect(place).toMatchObject({
    ...{ function: 'C.f', path: 'C.sol', line: 3, column: 5, text: 'require(false, "no")', is_origin: true },
    excerpt: { first_line: 1, lines: TEXT.split('\n') },
  });
  expect(frames).toMatchObject([
    {
      method: 'transfer',
      functions: [2, 3].map((line) => ({ function: 'C.f', path: 'C.sol', line })),
      functions_count: 2,
    },
  ]);
});

test('of code without sources, the place of the call in the code around', () => {
  const unknown = { frame: { ...frame, code: address(0x12) }, owner: address(0x12), found: undefined };
  const { place, frames, meta } = present(
    [{ frame, owner: address(0x11), found }, unknown],
    'source_unknown',
  );
  expect(place).toMatchObject({ line: 3, is_origin: false });
  expect(frames[1]).toMatchObject({ method: null, functions: [], functions_count: 0 });
  expect(meta).toMatchObject({ status: 'partial', code: 'source_unknown' });
});

test('without any place, why; of a creation no account', () => {
  const creation = { frame: { ...frame, code: null }, owner: null, found: undefined };
  expect(present([creation], 'source_compiling')).toMatchObject({
    place: null,
    frames: [{ address: null, method: null, decoded_input: null }],
    meta: { status: 'unavailable', code: 'source_compiling' },
  });
  expect(present([], 'steps_refused')).toMatchObject({ place: null, frames: [], frames_count: 0 });
});

test('of a deep recursion, the last functions; a source that is missing is no place', () => {
  const callers = Array.from({ length: 1_000 }, () => range('f()'));
  const [deep] = present([{ frame, owner: address(0x11), found: { ...found, callers } }]).frames;
  expect(deep?.functions).toHaveLength(32);
  expect(deep?.functions_count).toBe(1_001);
  const other = { ...found, sources: new Map() };
  expect(present([{ frame, owner: address(0x11), found: other }]).place).toBeNull();
});
