import { expect, test } from 'vitest';
import { stopsOf } from './stops';

test('breakpoints are in the URL of the same step, the newest ten', () => {
  const { hrefOf } = stopsOf([], '/7/tx/0xab/debug', 41);
  expect(hrefOf(['src/A.sol:3', 'src/B.sol:5'])).toBe(
    '/7/tx/0xab/debug?stops=src%2FA.sol%3A3%7Csrc%2FB.sol%3A5&step=41',
  );
  expect(hrefOf([])).toBe('/7/tx/0xab/debug?step=41');
  const many = Array.from({ length: 11 }, (_, at) => `A.sol:${at}`);
  expect(new URL(hrefOf(many), 'http://x').searchParams.get('stops')).toBe(many.slice(1).join('|'));
});
