import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ROOT } from '@/test/support/source-tree';
import { eventTopic, itemSelector } from './abi';
import { ERROR_TABLE } from './interfaces/table-errors';
import { EVENT_TABLE } from './interfaces/table-events';
import { FUNCTION_TABLE } from './interfaces/table-functions';
import { expandWords, findLines, tableErrors, tableEvents, tableFunctions } from './signature-table';

const TABLES = { function: FUNCTION_TABLE, event: EVENT_TABLE, error: ERROR_TABLE };
const FOLDER = join(ROOT, 'lib/evm/interfaces');
const MAX_BYTES = 2 * 1024 * 1024;
const LICENSES = /^\(?(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC0-1\.0|Unlicense)\b/;
const LINE = /^[0-9a-f]{8} [A-Za-z_$][\w$]*\([\w$ ,()[\]]*\)$/;
const sources = z.object({
  packages: z.array(
    z.object({ name: z.string(), version: z.string(), license: z.string(), text: z.number() }),
  ),
  texts: z.array(z.string()),
});

test.each(Object.entries(TABLES))('the table of each %s is what its head says, in order', (kind, table) => {
  const head = readFileSync(join(FOLDER, `table-${kind}s.ts`), 'utf8').split('\n', 1)[0];
  const lines = table.trimEnd().split('\n');
  const hash = createHash('sha256').update(table).digest('hex');
  expect(head).toContain(`${lines.length} lines, sha256 ${hash}.`);
  expect(new Set(lines).size).toBe(lines.length);
  const keys = lines.map((line) => line.slice(0, 8));
  expect(keys).toEqual([...keys].sort());
  expect(lines.map(expandWords).filter((line) => !LINE.test(line))).toEqual([]);
});

test('the tables stay small', () => {
  expect(Object.values(TABLES).reduce((sum, table) => sum + table.length, 0)).toBeLessThan(MAX_BYTES);
});

test('every package has a license that allows it, and its text', () => {
  const { packages, texts } = sources.parse(
    JSON.parse(readFileSync(join(FOLDER, 'table-sources.json'), 'utf8')),
  );
  expect(packages.length).toBeGreaterThan(40);
  expect(packages.filter(({ license, text }) => !LICENSES.test(license) || !texts[text])).toEqual([]);
});

test('lines are found by their key, first, last and several', () => {
  const table = '00000001 a()\n00000002 b()\n00000002 c(uint256 of)\n00000009 d()\n';
  expect(findLines(table, '00000001')).toEqual(['a()']);
  expect(findLines(table, '00000002')).toEqual(['b()', 'c(uint256 of)']);
  expect(findLines(table, '00000009')).toEqual(['d()']);
  for (const key of ['00000000', '00000003', 'ffffffff']) expect(findLines(table, key)).toEqual([]);
  for (const key of ['', '00', '000000020']) expect(findLines(table, key)).toEqual([]);
  expect(findLines('', '00000001')).toEqual([]);
});

test('every line has the key that its declaration hashes to', () => {
  const keysOf = (table: string) => [...new Set(table.match(/^[0-9a-f]{8}/gm))];
  const wrong: string[] = [];
  let count = 0;
  for (const key of keysOf(FUNCTION_TABLE)) {
    const items = tableFunctions(key);
    count += items.length;
    if (items.some((item) => itemSelector(item) !== `0x${key}`)) wrong.push(key);
  }
  for (const key of keysOf(ERROR_TABLE)) {
    const items = tableErrors(key);
    count += items.length;
    if (items.some((item) => itemSelector(item) !== `0x${key}`)) wrong.push(key);
  }
  for (const key of keysOf(EVENT_TABLE)) {
    const items = tableEvents(key);
    count += items.length;
    if (items.some((item) => !eventTopic(item).startsWith(`0x${key}`))) wrong.push(key);
  }
  expect(wrong).toEqual([]);
  expect(count).toBe(Object.values(TABLES).reduce((sum, table) => sum + table.split('\n').length - 1, 0));
}, 60_000);
