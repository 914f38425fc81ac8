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
