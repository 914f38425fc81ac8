import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { ROOT } from '../support/source-tree';

const PATH = /`(\/[^` ]*)`/g;
const served = ENDPOINTS.filter(({ service }) => service === 'explorer').map(({ path }) =>
  path.replace(/\{\w+\}/g, '{}'),
);

/** The columns `here` and `not here` of the table in docs/api.md. */
function readInventory(): { here: string[]; missing: string[] } {
  const text = readFileSync(`${ROOT}/docs/api.md`, 'utf8');
  const section = text.split("## What of Blockscout's API is here")[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const pathsOf = (cell: string | undefined) =>
    [...(cell ?? '').matchAll(PATH)].flatMap(([, path]) => path ?? []);
  const cells = rows.map((row) => row.split('|'));
  return {
    here: cells.flatMap((row) => pathsOf(row[2])),
    missing: cells.flatMap((row) => pathsOf(row[3])),
  };
}

test('docs/api.md names every operation that is here, each once, and none that is not', () => {
  const { here } = readInventory();
  expect([...here].sort()).toEqual([...served].sort());
});

test('what docs/api.md says is not here is not', () => {
  const { missing } = readInventory();
  expect(missing.length).toBeGreaterThan(10);
  expect(missing.filter((path) => served.includes(path))).toEqual([]);
});
