import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away';

const withCode = (code: string) => Object.assign(new Error('made'), { code });

test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P03', '53100', '53300', '08006'])(
  '%s: the database is away',
  (code) => {
    expect(isDatabaseAway(withCode(code))).toBe(true);
  },
);

test.each(['57014', '22003', '42P01', 'internal'])('%s: it is not', (code) => {
  expect(isDatabaseAway(withCode(code))).toBe(false);
  expect(isDatabaseAway(new Error(code))).toBe(false);
});
