import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAbiItem } from 'viem';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventTopic, itemSelector } from '@/lib/evm/abi';
import { keyOfDeclaration } from '@/lib/evm/declaration';
import { SHIPPED_DECLARATIONS } from '../support/shipped-names';
import { ROOT } from '../support/source-tree';

const LICENSES = /^\(?(MIT|Apache-2\.0|BSD-[23]-Clause|ISC|CC0-1\.0|Unlicense)\b/;
const sources = z.object({
  packages: z.array(
    z.object({ name: z.string(), version: z.string(), license: z.string(), text: z.number() }),
  ),
  texts: z.array(z.string()),
});

test('every declaration stands once, and has the key that viem gives it', { timeout: 60_000 }, () => {
  expect(SHIPPED_DECLARATIONS.length).toBeGreaterThan(39_000);
  expect(new Set(SHIPPED_DECLARATIONS).size).toBe(SHIPPED_DECLARATIONS.length);
  const wrong = SHIPPED_DECLARATIONS.filter((declaration) => {
    const item = parseAbiItem(declaration);
    const key = `0x${keyOfDeclaration(declaration).toString('hex')}`;
    if (item.type === 'event') return eventTopic(item) !== key;
    return (item.type !== 'function' && item.type !== 'error') || itemSelector(item) !== key;
  });
  expect(wrong).toEqual([]);
});

test('every package has a license that allows it, and its text', () => {
  const { packages, texts } = sources.parse(
    JSON.parse(readFileSync(join(ROOT, 'scripts/signatures/sources.json'), 'utf8')),
  );
  expect(packages.length).toBeGreaterThan(40);
  expect(packages.filter(({ license, text }) => !LICENSES.test(license) || !texts[text])).toEqual([]);
});
