import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listNetChanges } from '@/lib/endpoints/net-change';
import { burntOf } from './burnt-of';
import { NetChangesNote } from './net-changes-note';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = listNetChanges.response.parse(examples.listNetChanges?.body);
const TRUNCATED = 'Tokens are left out: there are more than 20000 transfers.';
const UNTRACED = 'The calls of this transaction are not traced: coin moved by contracts is omitted.';

const render = (part: Partial<typeof example>, wholeHref?: string) =>
  renderToStaticMarkup(
    createElement(NetChangesNote, { net: { ...example, fee: null, ...part }, symbol: 'ETH', wholeHref }),
  );
const note = (message: string) => ({ status: 'partial' as const, message });

test.each(['logs', 'traces', 'balances', 'none'] as const)(
  'what is left out is said with coin by %s',
  (source) => {
    const html = render({ coin_source: source, meta: note(TRUNCATED) });
    expect(html).toContain(TRUNCATED);
    expect(html).not.toContain('Token transfers, ');
  },
);

test('coin that is not known is said once, by the API or by the page', () => {
  expect(render({ coin_source: 'none', meta: note(UNTRACED) }).match(/not traced/g)).toHaveLength(1);
  expect(render({ coin_source: 'none', meta: null }).match(/not traced/g)).toHaveLength(1);
});

test('coin by logs is proven with its block, and a trace that differs is told', () => {
  const proven = 'are proven by the hash of the block';
  expect(render({ coin_source: 'logs', is_coin_proven: true, meta: null })).toContain(proven);
  expect(render({ coin_source: 'logs', is_coin_proven: false, meta: null })).not.toContain(proven);
  const meta = { status: 'contradicted' as const, message: 'The traces differ.' };
  expect(render({ coin_source: 'logs', is_coin_proven: true, meta })).toContain('The traces differ.');
});

test('accounts beyond those of the page are linked where another page has them', () => {
  const accounts_count = example.items.length + 3;
  expect(render({ accounts_count }, '/7/tx/0x1/all')).toContain(
    '<a href="/7/tx/0x1/all">3 accounts not shown.</a>',
  );
  expect(render({ accounts_count })).toContain('>3 accounts not shown.');
  expect(render({ accounts_count: example.items.length })).not.toContain('not shown');
});

test('of a fee the part at the base fee is burnt, and all that blobs cost', () => {
  expect(burntOf({ burnt: '2', blob: '4' })).toBe(6n);
});
