import { expect, test } from 'vitest';
import { readArguments } from './read-arguments';

test('limits, chain and repair are read; none is needed', () => {
  expect(readArguments(['--from', '0', '--to', '17', '--chain', '5', '--repair'])).toEqual({
    ...{ from: 0, to: 17, chain: 5, isRepairing: true },
  });
  expect(readArguments([])).toEqual({
    ...{ from: undefined, to: undefined, chain: undefined, isRepairing: false },
  });
  expect(readArguments(['--help'])).toBe('help');
});

test.each([
  [['--from', 'a'], '--from takes a whole number.'],
  [['--to', '-1'], 'Only --from'],
  [['--chain', '1.5'], '--chain takes a whole number.'],
  [['--from', '5', '--to', '4'], '--from 5 is above --to 4.'],
  [['--fix'], 'Only --from'],
  [['17'], 'Only --from'],
])('%j is refused with a sentence', (args, sentence) => {
  expect(() => readArguments(args)).toThrow(sentence);
});
