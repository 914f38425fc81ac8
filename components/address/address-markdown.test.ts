import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getAddress } from '@/lib/endpoints/address';
import { mentionOf } from '@/test/support/mention';
import { addressMarkdown } from './address-markdown';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getAddress.response.parse(examples.getAddress?.body);
const chain = { id: '1', name: 'Ethereum', symbol: 'ETH' };
const context = {
  chain,
  url: 'https://explorer.example/1/address/0x1',
  counters: undefined,
  transactions: [],
};

test('an address in Markdown says from which block on its counts are', () => {
  expect(addressMarkdown(example, { ...context, since: 17_686_110 })).toContain(
    '- **History:** from block 17,686,110\n',
  );
  expect(addressMarkdown(example, { ...context, since: 0 })).not.toContain('History');
});

test('an account that delegates is called one, in Markdown too', () => {
  const account = { ...example, token: null, name: null, is_contract: true, proxy_type: 'eip7702' };
  expect(addressMarkdown(account, { ...context, since: 0 })).toContain('# Delegated account 0x');
});

test('a creator is named as elsewhere', () => {
  const hash = `0x${'ab'.repeat(20)}`;
  const made = { ...example, creator_address_hash: hash, creator: { ...mentionOf(hash), name: 'Factory' } };
  expect(addressMarkdown(made, { ...context, since: 0 })).toContain(
    `- **Created by:** \`${hash}\` (Factory)`,
  );
});
