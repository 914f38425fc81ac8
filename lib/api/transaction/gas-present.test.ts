import { expect, test } from 'vitest';
import { hash, hex, MAX_UINT256, nulls, transactionRow } from '@/test/support/rows';
import { presentGas } from './gas-present';

const MINED = {
  fee: { type: 'actual', value: '210000' },
  gas_limit: '21000',
  gas_used: '21000',
  gas_price: '10',
  base_fee_per_gas: '7',
  max_fee_per_gas: '20',
  max_priority_fee_per_gas: '3',
  priority_fee: '63000',
  transaction_burnt_fee: '147000',
  ...nulls('l1_fee operator_fee max_fee_per_blob_gas blob_gas_used blob_gas_price'),
  blob_versioned_hashes: [],
};

test('a mined transaction pays the tip to the producer, the base fee to nobody', () => {
  expect(presentGas(transactionRow())).toEqual(MINED);
});

test('a transaction that waits may pay its limit', () => {
  const waiting = { gas_used: null, effective_gas_price: null, base_fee_per_gas: null };
  expect(presentGas(transactionRow({ ...waiting, gas_price: '20' }))).toEqual({
    ...MINED,
    fee: { type: 'maximum', value: '420000' },
    gas_used: null,
    gas_price: '20',
    base_fee_per_gas: null,
    priority_fee: null,
    transaction_burnt_fee: null,
  });
});

test('before EIP-1559 there is one price; a price of 0 is one', () => {
  const legacy = { max_fee_per_gas: null, max_priority_fee_per_gas: null, base_fee_per_gas: null };
  expect(presentGas(transactionRow({ ...legacy, gas_price: '0', effective_gas_price: '0' }))).toEqual({
    ...MINED,
    fee: { type: 'actual', value: '0' },
    gas_price: '0',
    base_fee_per_gas: null,
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    priority_fee: null,
    transaction_burnt_fee: null,
  });
});

test('a rollup adds what its first layer costs, and its operator', () => {
  const { fee, l1_fee, operator_fee } = presentGas(transactionRow({ l1_fee: '5', operator_fee: '1' }));
  expect({ fee, l1_fee, operator_fee }).toEqual({
    fee: { type: 'actual', value: '210006' },
    l1_fee: '5',
    operator_fee: '1',
  });
});

test('blobs have a price; that of the block is not one of a transaction without blobs', () => {
  const blobs = {
    max_fee_per_blob_gas: '9',
    blob_gas_used: '131072',
    blob_gas_price: '1',
    blob_versioned_hashes: [hash(0x70)],
  };
  expect(presentGas(transactionRow(blobs))).toMatchObject({
    ...blobs,
    blob_versioned_hashes: [hex(hash(0x70))],
  });
  expect(presentGas(transactionRow({ blob_gas_price: '1' }))).toEqual(MINED);
});

test('a limit beyond what a number holds stays exact', () => {
  expect(presentGas(transactionRow({ gas_limit: MAX_UINT256 })).gas_limit).toBe(MAX_UINT256);
});
