import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { getFheActivity } from '@/lib/endpoints/fhe-activity';
import { FheActivityFacts } from './activity-facts';

const sums = { operation_count: 7, transaction_count: 3, total_hcu: 700 };

function draw(from_block: number | null): string {
  const activity = getFheActivity.response.parse({
    ...{ deployments: [], operations_count: '7', total_hcu: '700', transactions_count: '3' },
    ...{ confidential_transfers_count: '0', sample: { from_block, ...sums } },
    ...{ callers_count: 2, kinds: [], opened_count: 0 },
  });
  return renderToStaticMarkup(createElement(FheActivityFacts, { activity })).replaceAll(/<[^>]*>/g, ' ');
}

test('figures name the block that they begin with, the genesis block by its name', () => {
  expect(draw(1_006)).toMatch(/2 callers since block #1,006 .*since block #1,006/);
  expect(draw(0)).toMatch(/2 callers since genesis .*since genesis/);
});

test('figures of a sample without a first block name none', () => {
  expect(draw(null)).toContain('2 callers ');
  expect(draw(null)).not.toMatch(/since|#0/);
});
