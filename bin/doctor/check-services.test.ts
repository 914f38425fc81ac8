import { expect, test } from 'vitest';
import { findSecret } from './check-services';

test.each([
  ['a key', 'const k = "the-key-of-the-server"', true],
  ['the path of a URL', 'fetch("/v3/0123456789abcdef")', true],
  ['the password of a URL', 'password-of-database', true],
  ['a host alone', 'https://rpc.example/', false],
  ['a short path', '/main/', false],
])('%s', (_, text, isFound) => {
  const secrets = [
    'the-key-of-the-server',
    'https://rpc.example/v3/0123456789abcdef',
    'postgres://astrolabe:password-of-database@db.example/astrolabe',
    'https://other.example/main',
  ];
  expect(findSecret(['', text], secrets)).toBe(isFound);
});
