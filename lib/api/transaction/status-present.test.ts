import { expect, test } from 'vitest';
import { pendingRow, transactionRow } from '@/test/support/rows';
import { presentStatus } from './status-present';

test('a transaction that waits, one that has left, and one in a block', () => {
  const at = { tip: 9, isIndexed: true };
  const waiting = {
    block_number: null,
    position: null,
    status: null,
    confirmations: 0,
    is_pending_update: false,
  };
  expect(presentStatus(pendingRow(), at)).toEqual(waiting);
  expect(presentStatus(pendingRow({ left_at: 1 }), at)).toEqual({ ...waiting, status: 'error' });
  const mined = { block_number: 7, position: 0, status: 'ok', confirmations: 3, is_pending_update: false };
  expect(presentStatus(transactionRow({ block_number: 7, status: 1 }), at)).toEqual(mined);
  const row = transactionRow({ block_number: 7, status: 0 });
  expect(presentStatus(row, { tip: 6, isIndexed: false })).toEqual({
    ...mined,
    ...{ status: 'error', confirmations: 1, is_pending_update: true },
  });
});
