import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Log } from '@/lib/endpoints/log';
import { coinIn } from '@/lib/format/amount';
import { SYSTEM_ADDRESS_HASH } from '@/lib/format/hash';
import { mentionOf } from '@/test/support/mention';
import { toUnits, unitOfLog } from '../chain/amount-value';
import { EventName } from './event-name';
import { EventParameters } from './event-parameters';
import { listLogTokens } from './list-log-tokens';

const TOKEN = `0x${'5'.repeat(40)}`;
const usd = { address_hash: TOKEN, name: 'Dollar', symbol: 'USD', decimals: '6' };
const units = toUnits(new Map([[TOKEN, usd]]), coinIn(undefined, 'ETH'));
const decoded = {
  method_id: 'ddf252ad',
  method_call: 'Transfer(address indexed from, address indexed to, uint256 value)',
  parameters: [{ name: 'value', type: 'uint256', indexed: false, value: '2000000000000000000' }],
};
const logOf = (emitter: string): Log => ({
  ...{ transaction_hash: '0x1', block_hash: '0x2', block_number: 1, block_timestamp: null, index: 0 },
  ...{ address: mentionOf(emitter), smart_contract: null, topics: [null, null, null, null], data: '0x' },
  ...{ decoded, declared_inputs: null, explanation: null },
});

function render(log: Log, of = units) {
  const unit = unitOfLog(of, log);
  const parts = [
    createElement(EventName, { log, unit }),
    createElement(EventParameters, { decoded, inputs: null, token: unit, names: new Map() }),
  ];
  return parts.map((part) => renderToStaticMarkup(part).replace(/<[^>]*>/g, '')).join(' ');
}

test('a log of a transfer of coin is told in the coin, that of a token in the token', () => {
  const coin = render(logOf(SYSTEM_ADDRESS_HASH.toUpperCase().replace('0X', '0x')));
  expect(coin).toContain('transfer of ETH');
  expect(coin).toContain('2 ETH');
  expect(unitOfLog(units, logOf(TOKEN))).toBe(usd);
});

test('in the unit of the visitor, it is still a transfer of the coin', () => {
  const coin = render(logOf(SYSTEM_ADDRESS_HASH), toUnits(new Map(), coinIn('gwei', 'ETH')));
  expect(coin).toContain('transfer of ETH');
  expect(coin).toContain('2,000,000,000 Gwei');
});

test('the emitter of coin transfers is not looked up as a token', () => {
  expect(listLogTokens([logOf(SYSTEM_ADDRESS_HASH), logOf(TOKEN)])).toEqual([TOKEN]);
});
