import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { BUILT_IN } from '@/lib/evm/signatures';
import { address, hash, hex, logRow, MAX_UINT256, NO_ACCOUNTS } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { presentLog } from './present';

const context = { isHost: false, addresses: NO_ACCOUNTS, signatures: [BUILT_IN, ...SHIPPED] };
const BARE = {
  transaction_hash: hex(hash(0x30)),
  block_hash: hex(hash(0x31)),
  block_number: 5,
  block_timestamp: '1970-01-01T00:00:00.000000Z',
  index: 0,
  address: presentAddress(address(0x20), NO_ACCOUNTS),
  smart_contract: null,
  topics: [null, null, null, null],
  data: '0x',
  decoded: null,
  declared_inputs: null,
  explanation: null,
};
const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');
const word = (end: Buffer) => Buffer.concat([Buffer.alloc(32 - end.length), end]);

test('a log without topics and data', () => {
  expect(presentLog(logRow(), context)).toEqual(BARE);
});

test('a known event is decoded, its largest amount too', () => {
  const [from, to] = [word(Buffer.alloc(20)), word(address(0x11))];
  const row = logRow({ topic0: TRANSFER, topic1: from, topic2: to, data: Buffer.alloc(32, 0xff) });
  expect(presentLog(row, context)).toEqual({
    ...BARE,
    topics: [hex(TRANSFER), hex(from), hex(to), null],
    data: `0x${'f'.repeat(64)}`,
    decoded: {
      method_call: 'Transfer(address indexed from, address indexed to, uint256 value)',
      method_id: 'ddf252ad',
      parameters: [
        { name: 'from', type: 'address', indexed: true, value: `0x${'0'.repeat(40)}` },
        { name: 'to', type: 'address', indexed: true, value: hex(address(0x11)) },
        { name: 'value', type: 'uint256', indexed: false, value: MAX_UINT256 },
      ],
    },
  });
});

test('a known event whose data is cut off is not decoded', () => {
  const row = logRow({
    topic0: TRANSFER,
    topic1: word(address(1)),
    topic2: word(address(2)),
    data: Buffer.of(1),
  });
  expect(presentLog(row, context).decoded).toBeNull();
});
