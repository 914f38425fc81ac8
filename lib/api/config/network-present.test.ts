import { expect, test } from 'vitest';
import { presentNetworks } from './network-present';

test('chains keep their order, with decimal IDs', () => {
  const row = { chain_id: 31337, name: 'Demo', symbol: 'ETH', is_demo: true };
  expect(presentNetworks([row, { ...row, chain_id: 1, is_demo: false }])).toEqual([
    { id: '31337', name: 'Demo', symbol: 'ETH', is_demo: true },
    { id: '1', name: 'Demo', symbol: 'ETH', is_demo: false },
  ]);
});
