import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getTransaction } from '@/lib/endpoints/transaction';
import { describeAction } from './describe-transaction';
import { summarizeTransaction } from './summarize-transaction';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const from = { ...example.from, name: 'Ann' };
const person = { ...example.from, name: 'Bo', is_contract: false };
const contract = { ...person, name: 'Pool', is_contract: true };
const sent = { ...example, status: 'ok', block_number: 1, from, to: person, created_contract: null } as const;
const base = { ...sent, method: null, value: '0' };

test.each([
  [{ value: '1000000000000000000' }, 'send', 'Ann sent 1 ETH to Bo'],
  [{}, 'send', 'Ann sent nothing to Bo'],
  [{ method: 'swap', value: '5' }, 'call', 'Ann called swap on Bo with 0.000000000000000005 ETH'],
  [{ to: contract }, 'call', 'Ann called Pool'],
  [{ to: contract, method: 'swap', status: 'error' }, 'call', 'Ann failed to call swap on Pool'],
  [{ to: null, created_contract: contract }, 'create', 'Ann created Pool'],
  [{ to: null, block_number: null, status: null }, 'create', 'Ann wants to create a contract'],
] as const)('%j is a %s: %s', (part, kind, text) => {
  const transaction = { ...base, ...part };
  expect(summarizeTransaction(transaction).action.kind).toBe(kind);
  expect(describeAction(transaction, 'ETH')).toBe(text);
});
