import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DeclaredInputs } from '@/lib/endpoints/decoded-call';
import { coinIn } from '@/lib/format/amount';
import { toUnits } from './amount-value';
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

test('the largest deadline is none, and zero is one', () => {
  const deadline = (value: string) =>
    textOf({
      ...{ method_id: '12345678', method_call: 'dive(uint256 deadline)' },
      parameters: [{ name: 'deadline', type: 'uint256', value }],
    });
  expect(deadline(String(2n ** 256n - 1n))).toMatch(/no deadline$/);
  expect(deadline('0')).toMatch(/0$/);
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

const ROUTER = `0x${'2'.padStart(40, '0')}`;
/** Not an address: links need the page that they are on. */
const TOKEN = 'a token';
const DEMO = { symbol: 'DEMO', decimals: '6', coin: 'DEMO' };
const UNITS = new Map([...toUnits(new Map(), coinIn(undefined, 'ETH')), [TOKEN, DEMO]]);

function textOf(call: Parameters<typeof CallParameters>[0]['call'], inputs: DeclaredInputs = null) {
  return renderToStaticMarkup(createElement(CallParameters, { call, inputs, units: UNITS })).replace(
    /<[^>]*>/g,
    '',
  );
}

test('a command of a router has its amounts in the coin and in tokens, and says what its constants stand for', () => {
  const recipient = { name: 'recipient', type: 'address', value: ROUTER };
  const wrap = textOf({
    method_id: '0b',
    method_call: 'WRAP_ETH(address recipient, uint256 amount)',
    parameters: [recipient, { name: 'amount', type: 'uint256', value: '1500000000000000000' }],
  });
  expect(wrap).toContain('1.5 ETH');
  expect(wrap).toContain(`${ROUTER} → router`);
  const send = textOf({
    method_id: '05',
    method_call: 'TRANSFER(address token, address recipient, uint256 value)',
    parameters: [
      { name: 'token', type: 'address', value: TOKEN },
      { ...recipient, value: 'someone' },
      { name: 'value', type: 'uint256', value: String(2n ** 255n) },
    ],
  });
  expect(send).toContain('all that the router has');
  expect(send).not.toContain('→');
});

test('amounts of a struct are of the token that it names; the largest one of a permit is unlimited', () => {
  const inputs = [
    {
      name: 'details',
      type: 'tuple[]',
      components: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint160' },
      ],
    },
  ];
  const parameters = [
    {
      name: 'details',
      type: '(address,uint160)[]',
      value: [
        [TOKEN, '2500000'],
        [TOKEN, String(2n ** 160n - 1n)],
      ],
    },
  ];
  const text = textOf({ method_id: '03', method_call: 'PERMIT2_PERMIT_BATCH()', parameters }, inputs);
  expect(text).toContain('amount: 2.5 DEMO');
  expect(text).toContain('amount: unlimited');
});
