import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getFheHandle, HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';
import { HandleHeader } from './handle-header';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getFheHandle.response.parse({
  ...z.object({}).loose().parse(examples.getFheHandle?.body),
  ...{ operation: null, input: null, public_since: null, accounts_count: 120, are_accounts_counted: true },
});

test.each([
  [true, true, '120 accounts may decrypt it'],
  [true, false, 'at least 120 accounts may decrypt it'],
  [false, false, '120 accounts may decrypt it'],
])('with more grants than are listed (%s), all of them counted (%s): %s', (hasMoreGrants, isWhole, words) => {
  const html = renderToStaticMarkup(
    createElement(HandleHeader, {
      handle: { ...example, are_accounts_counted: isWhole },
      ...{ hasMoreGrants, lookAlikes: new Set<string>(), chainId: example.chain_id, viewAs: null },
    }),
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(`, and ${words}`);
});

test('a count that is the least does not begin the sentence', () => {
  const html = renderToStaticMarkup(
    createElement(HandleHeader, {
      handle: { ...example, uses_count: HANDLE_COUNTS.uses },
      ...{ hasMoreGrants: false, lookAlikes: new Set<string>(), chainId: example.chain_id, viewAs: null },
    }),
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('. It was used by at least 10,000 operations, and');
});

test('a handle of another chain is said to be made there', () => {
  const html = renderToStaticMarkup(
    createElement(HandleHeader, {
      handle: { ...example, origin: 'unknown', chain_id: '80002' },
      ...{ hasMoreGrants: false, lookAlikes: new Set<string>(), chainId: example.chain_id, viewAs: null },
    }),
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('of chain 80002, where it was made.');
});

test('a handle that came over a bridge from an unknown chain names none', () => {
  const html = renderToStaticMarkup(
    createElement(HandleHeader, {
      handle: { ...example, origin: 'bridged', bridged: [] },
      ...{ hasMoreGrants: false, lookAlikes: new Set<string>(), chainId: example.chain_id, viewAs: null },
    }),
  );
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain('over a bridge from another chain.');
});
