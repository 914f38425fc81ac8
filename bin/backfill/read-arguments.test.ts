import { expect, test } from 'vitest';
import { readArguments } from './read-arguments';

test('chain, workers and the length of a range are read', () => {
  expect(readArguments(['--chain', '5', '--workers', '4', '--blocks', '100', '--beside'])).toEqual({
    ...{ chain: 5, workers: 4, blocks: 100, isBeside: true, isWorker: false, isDropping: false },
  });
  expect(readArguments([])).toMatchObject({ chain: undefined, blocks: 2_000, isBeside: false });
  expect(readArguments(['--help'])).toBe('help');
});

test.each([
  [['--workers', '0'], '--workers takes a whole number from 1 to 64, not "0".'],
  [['--workers', '65'], '--workers takes a whole number from 1 to 64, not "65".'],
  [['--blocks', '1.5'], '--blocks takes a whole number from 1 to 1000000, not "1.5".'],
  [['--chain', 'main'], '--chain takes a whole number from 1, not "main".'],
  [
    ['--all'],
    'Only --chain <chain id>, --workers <number>, --blocks <number>, --beside, --drop and --help are valid.',
  ],
  [
    ['5'],
    'Only --chain <chain id>, --workers <number>, --blocks <number>, --beside, --drop and --help are valid.',
  ],
])('%s is refused', (given, message) => {
  expect(() => readArguments(given)).toThrow(message);
});
