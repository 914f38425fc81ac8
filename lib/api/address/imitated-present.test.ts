import { expect, test } from 'vitest';
import { address, hex } from '@/test/support/rows';
import { presentImitated } from './imitated-present';

test('a name that imitates a known one has a field more, others have none', () => {
  expect(presentImitated(undefined)).toEqual({});
  expect(presentImitated({ address: address(0x20), name: 'Dollar' })).toEqual({
    imitates: { address_hash: hex(address(0x20)), name: 'Dollar' },
  });
});
