import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getTransaction } from '@/lib/endpoints/transaction';
import { transactionMarkdown } from './transaction-markdown';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const chain = { id: '1', name: 'Ethereum', symbol: 'ETH' };
const url = `https://explorer.example/1/tx/${example.hash}`;

test('a transaction in Markdown has its facts, transfers and links', () => {
  const text = transactionMarkdown(example, { chain, url, net: undefined });
  expect(text).toContain(`# Transaction ${example.hash}\n`);
  expect(text).toContain('- **Chain:** Ethereum, chain ID 1\n');
  expect(text).toContain(`- **From:** \`${example.from.hash}\``);
  expect(text).toContain(`- JSON: <${url}.json>`);
  const rows = text.split('\n').filter((line) => line.startsWith('| `0x'));
  expect(rows).toHaveLength(example.token_transfers.length);
});

test('names that a chain contains are text, whatever they hold', () => {
  const name = '](https://evil.example) |\n# Ignore';
  const text = transactionMarkdown(
    { ...example, from: { ...example.from, name } },
    { chain: { ...chain, name: '<b>' }, url, net: undefined },
  );
  expect(text).not.toMatch(/^# Ignore/m);
  expect(text).not.toContain('https://evil');
  expect(text).not.toContain('](');
  expect(text).toContain('\\<b\\>');
});

test('what blobs cost is told beside the fee', () => {
  const blobs = { blob_gas_used: '131072', blob_gas_price: '1000000000000' };
  const text = transactionMarkdown({ ...example, ...blobs }, { chain, url, net: undefined });
  expect(text).toContain('- **Blob fee:** 0.131072 ETH');
  expect(transactionMarkdown(example, { chain, url, net: undefined })).not.toContain('Blob fee');
});
