import { expect, test } from 'vitest';
import { blobFeeOf } from './split-transaction-fee';

test('blobs are paid beside the fee, if there are any and their price is known', () => {
  expect(blobFeeOf({ blob_gas_used: '393216', blob_gas_price: '3' })).toBe(1_179_648n);
  expect(blobFeeOf({ blob_gas_used: '393216', blob_gas_price: null })).toBeUndefined();
  expect(blobFeeOf({ blob_gas_used: '0', blob_gas_price: '3' })).toBeUndefined();
  expect(blobFeeOf({ blob_gas_used: null, blob_gas_price: null })).toBeUndefined();
});
