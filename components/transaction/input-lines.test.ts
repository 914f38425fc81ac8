import { expect, test } from 'vitest';
import { inputLines } from './input-lines';

test('an ABI-encoded input is the selector and its words by their offset, any other stays whole', () => {
  const [one, two] = ['1'.padStart(64, '0'), 'f'.repeat(64)];
  expect(inputLines(`0xce2e62ff${one}${two}`)).toBe(`0xce2e62ff\n000\u00a0${one}\n020\u00a0${two}`);
  expect(inputLines(`0xce2e62ff${one}00`)).toBe(`0xce2e62ff${one}00`);
  expect(inputLines('0xce2e62ff')).toBe('0xce2e62ff');
  expect(inputLines('0x01')).toBe('0x01');
});
