import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OPEN_SURFACE, PLANS } from './plans';

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');

test('docs/api.md tells the plans and the open surface as they are', () => {
  const rows = [...page.matchAll(/^\| (\w+) \| ([\d,]+) a (day|month) \| (\d+) \|$/gm)];
  const documented = rows.map(([, name, credits = '', period, rate]) => [
    name,
    { requestsPerSecond: Number(rate), credits: Number(credits.replaceAll(',', '')), period },
  ]);
  const { internal, ...given } = PLANS;
  expect(Object.fromEntries(documented)).toEqual(given);
  expect(internal.period).toBe('unlimited');
  expect(OPEN_SURFACE.seconds).toBe(60);
  expect(page).toContain(`${OPEN_SURFACE.requests} requests a minute`);
});
