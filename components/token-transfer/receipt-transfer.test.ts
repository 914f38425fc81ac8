import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TokenFacts } from '@/components/token/token-facts';
import { getToken } from '@/lib/endpoints/token';
import { tokenTransfer } from '@/lib/endpoints/token-transfer';
import { ReceiptTransfer } from './receipt-transfer';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = JSON.parse(readFileSync(FILE, 'utf8'));
const transfer = tokenTransfer.parse(examples.listTransfersOfToken.body.items[0]);
const token = getToken.response.parse(examples.getToken.body);

test('decimals that are known but too many to show an amount with are not called unknown', () => {
  const render = (decimals: string | null) => {
    const total = { value: '1000', decimals };
    const moved = { ...transfer, total, token: { ...transfer.token, decimals } };
    const facts = { token: { ...token, decimals, total_supply: '1000' }, transfersCount: null };
    return [
      createElement(ReceiptTransfer, { transfer: { ...moved, token_type: 'ERC-20' } }),
      createElement(TokenFacts, facts),
    ]
      .map((part) => renderToStaticMarkup(part))
      .map((html) => /raw value[^<]*|decimals unknown/.exec(html)?.[0]?.trim());
  };
  expect(render(null)).toEqual(['decimals unknown', 'raw value, decimals unknown']);
  expect(render('255')).toEqual(['raw value)', 'raw value']);
  expect(render('3')).toEqual([undefined, undefined]);
});
