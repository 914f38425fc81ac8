import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AssetChange } from '@/lib/endpoints/net-change';
import { getTransaction } from '@/lib/endpoints/transaction';
import { decimalsOf } from './asset-decimals';
import { listAssets } from './list-assets';

const FILE = new URL('../endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const [moved] = getTransaction.response.parse(examples.getTransaction?.body).token_transfers;
if (!moved) throw new Error('the example has no transfer');
const token = { ...moved.token, type: 'ERC-404', decimals: '18' };
const idsOf = (amount: string): AssetChange[] =>
  ['1', '2', '3'].map((token_id) => ({
    ...{ token, token_id, amount, received: 0, sent: 0 },
    ...{ historic_exchange_rate: null, historic_exchange_rate_source: null },
  }));
const amounts = (changes: readonly AssetChange[]) =>
  listAssets(changes).flatMap((part) =>
    typeof part === 'object' && 'asset' in part ? [[part.asset.amount, decimalsOf(part.asset)]] : [],
  );

test('several IDs of a token with decimals are a number of them, parts of IDs an amount', () => {
  expect(amounts(idsOf('-1'))).toEqual([['3', 0]]);
  expect(amounts(idsOf('5'))).toEqual([['15', 18]]);
});
