import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { collectTexts, faultsOf, formatTexts } from './texts.mjs';

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** What is collected from a folder with these files. */
function collect(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'texts-'));
  roots.push(root);
  const empty = [
    'app',
    'components',
    'lib/client',
    'lib/format',
    'lib/messages',
    'lib/pages',
    'lib/sentence',
  ];
  for (const folder of empty) mkdirSync(join(root, folder), { recursive: true });
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return collectTexts(root);
}

test('the texts of all four functions are collected, sorted and once', () => {
  const { texts, faults } = collect({
    'app/page.tsx': `const b = () => [t('b'), rich('c {count}', {}), phrase('d', {}), t('b')]; const a = msg('a');`,
    'lib/format/time.ts': `export const now = () => t('now');`,
    'app/page.test.tsx': `t('of a test')`,
    'app/globals.d.ts': `t('of a declaration')`,
  });
  expect(faults).toEqual([]);
  expect(texts).toEqual({ browser: [], pages: ['a', 'b', 'c {count}', 'd', 'now'] });
  expect(formatTexts({ browser: [], pages: ['a'] })).toBe(
    '{\n  "browser": [],\n  "pages": [\n    "a"\n  ]\n}\n',
  );
});

test('what scripts in the browser import is theirs: from any import but that of a type', () => {
  const { texts } = collect({
    'components/live.tsx': `'use client';
      import { a } from './a'; import type { B } from './b'; import { type C } from '@/components/c';
      export { d } from '@/components/d'; const lazy = () => import('./e'); const own = () => t('own');`,
    ...Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [
        `components/${name}.ts`,
        `export const ${name} = () => t('${name}');`,
      ]),
    ),
    'components/both.ts': `export const both = () => t('a');`,
  });
  expect(texts).toEqual({ browser: ['a', 'd', 'e', 'own'], pages: ['b', 'c'] });
});

test('a text that runs before there is a language, is no literal or is not collected is a fault', () => {
  const { faults } = collect({
    'app/early.ts': `const early = t('early'); const late = msg('late');`,
    'app/template.ts': `const made = (n) => t(\`made of \${n}\`);`,
    'lib/evm/outside.ts': `import { t } from '@/lib/language/t'; export const outside = () => t('outside');`,
    'lib/evm/type.ts': `import type { Msg } from '@/lib/language/t'; export const fine = (t) => t('fine');`,
    'lib/language/t.ts': `export const t = (text) => t('itself');`,
  });
  expect(faults).toEqual([
    'app/early.ts: t() runs before there is a language',
    'app/template.ts: a text must be a literal',
    'lib/evm/outside.ts: texts of this folder are not collected',
  ]);
});

test('faults of a text are those of the sources', () => {
  expect(collect({ 'app/page.ts': `const a = () => t('{value} gas');` }).faults).toEqual([
    '"{value} gas": {value} does not say what it is',
  ]);
});

test.each([
  '{value} gas',
  'the first {count} of {count2}',
  'Sent: {a}',
  'by {span}',
  'at block {blockLink}',
  'call {join}',
  '<link>to {value}</link>',
  '{count, plural, one {# call of {x}} other {# calls of {x}}}',
])('%s has a name that says nothing', (text) => {
  expect(faultsOf(text).join()).toContain('does not say what it is');
});

test.each([
  'everything{until}',
  '{amount}wei',
  '{now}{block} full',
  '<pill>Input</pill>of {account}',
  '{account}<link>proof</link>',
  '{kind, select, pool {{name}{note}} other {}}',
])('%s leaves no space where words meet', (text) => {
  expect(faultsOf(text).join()).toContain('no space beside');
});

test.each([', so far', '; latest', ' gas', '· failed', 'units of ', 'by the feed,', 'in ('])(
  '%j is a part of a sentence',
  (text) => {
    expect(faultsOf(text).join()).toContain('a part of a sentence');
  },
);

test.each([
  'Blocks',
  '#{first} to #{last}',
  '{percent} % of blocks, “{name}” ({symbol}): {count}.',
  'in transaction {transaction}{hasSource, select, true {, by {endpoints}} other {}}',
  '<link>call #{index}</link>{hasMethod, select, true {, {method}} other {}}.',
  '(anyone can move the price of a pool)',
  '{count, plural, one {# call} other {# calls}}, {own} of them by call {index} itself',
  '… {count} more',
])('%s can be said in any language', (text) => {
  expect(faultsOf(text)).toEqual([]);
});
