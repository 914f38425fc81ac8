import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DeclaredInputs } from '@/lib/endpoints/decoded-call';
import { CallParameters } from './call-parameters';

const CALL = {
  method_id: '12345678',
  method_call: 'dive((uint256,uint256)[] legs)',
  parameters: [{ name: 'legs', type: '(uint256,uint256)[]', value: [['12000', '1700000000']] }],
};
const FIELDS = [
  { name: 'amount', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
];

function render(inputs: DeclaredInputs) {
  return renderToStaticMarkup(createElement(CallParameters, { call: CALL, inputs })).replace(/<[^>]*>/g, '');
}

test('the fields of a struct have their names, and mean what these say', () => {
  const text = render([{ name: 'legs', type: 'tuple[]', components: FIELDS }]);
  expect(text).toContain('[0] amount: 12,000deadline: 1700000000 14 Nov 2023, 22:13:20 UTC');
});

test('without names they are counted, and keep their types', () => {
  const text = render(null);
  expect(text).toContain('[0] #0: 12,000#1: 1,700,000,000');
});

test('an amount of a token that a parameter names is not told in the unit of the called token', () => {
  const call = {
    method_id: '69328dec',
    method_call: 'withdraw(address asset, uint256 amount, string note)',
    parameters: [
      { name: 'asset', type: 'address', value: 'an asset that is not known' },
      { name: 'amount', type: 'uint256', value: '2500000' },
    ],
  };
  const token = { address_hash: `0x${'aa'.repeat(20)}`, name: 'Share', symbol: 'SHARE', decimals: '6' };
  const text = renderToStaticMarkup(createElement(CallParameters, { call, inputs: null, token }));
  expect(text).toContain('2,500,000');
  expect(text).not.toContain('SHARE');
});
