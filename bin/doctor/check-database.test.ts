import { expect, test } from 'vitest';
import { judgeServer } from './check-database';

const NOW = 1_700_000_000;
const facts = {
  version: 150_004,
  versionText: '15.4',
  mayCreate: true,
  maxConnections: 100,
  clock: NOW,
  bytes: 2 ** 30,
};

test.each([
  [{}, [['ok', 'PostgreSQL 15.4, 1.0 GB']]],
  [{ version: 140_009, versionText: '14.9' }, [['failure', 'PostgreSQL 14.9 is too old']]],
  [{ mayCreate: false }, [['failure', 'this role may not create schemas']]],
  [{ maxConnections: 39 }, [['warning', 'it allows 39 connections, and each process opens up to 10']]],
  [{ clock: NOW - 3_600 }, [['warning', 'its clock and that of this machine differ by 3600 s']]],
  [
    { mayCreate: false, clock: NOW + 6 },
    [
      ['failure', 'this role may not create schemas'],
      ['warning', 'its clock and that of this machine differ by 6 s'],
    ],
  ],
])('%j', (changes, findings) => {
  const found = judgeServer({ ...facts, ...changes }, { pool: 10, now: NOW, subject: 'database' });
  expect(found.map(({ level, text }) => [level, text])).toEqual(findings);
});
