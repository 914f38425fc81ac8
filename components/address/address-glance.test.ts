import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getAddress } from '@/lib/endpoints/address';
import { mentionOf } from '@/test/support/mention';
import { AddressGlance } from './address-glance';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const address = getAddress.response.parse(examples.getAddress?.body);
const called = (selector: string, method: string | null) => ({
  ...{ contract: mentionOf(address.hash), selector, method, transactions_count: 3 },
});

function textOf(methods: readonly ReturnType<typeof called>[]) {
  const dealings = { items: [], methods, transactions_count: 9, is_complete: true };
  const html = renderToStaticMarkup(
    createElement(AddressGlance, { address, balances: [], isWhole: true, dealings, path: '/1/address/0x1' }),
  );
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

test('functions that share a name are told apart by their selectors, others have none', () => {
  const text = textOf([
    called('0x3593564c', 'execute'),
    called('0x24856bc3', 'execute'),
    called('0xa9059cbb', 'transfer'),
    called('0x12345678', null),
    called('0x87654321', null),
  ]);
  expect(text).toContain('execute 0x3593564c 3× execute 0x24856bc3 3× transfer 3× 0x12345678 3×');
});
