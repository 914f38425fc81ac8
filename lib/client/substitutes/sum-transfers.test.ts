import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getTransaction } from '@/lib/endpoints/transaction';
import { sumTransfers } from './sum-transfers';

const FILE = new URL('../../endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);

test('the parts of a fee add up where the API lacks them: with a gas price, on a rollup, with blobs', () => {
  const paid = {
    ...example,
    fee: { type: 'actual', value: '1050' },
    gas_used: '100',
    base_fee_per_gas: '7',
  } as const;
  const unsaid = { ...paid, transaction_burnt_fee: null, priority_fee: null };
  const rollup = { ...unsaid, l1_fee: '40', operator_fee: '10', blob_gas_used: '3', blob_gas_price: '5' };
  expect(sumTransfers(unsaid, []).fee).toMatchObject({
    burnt: '700',
    priority: '350',
    rollup: '0',
    blob: '0',
  });
  expect(sumTransfers(rollup, []).fee).toMatchObject({
    burnt: '700',
    priority: '300',
    rollup: '50',
    blob: '15',
  });
});
