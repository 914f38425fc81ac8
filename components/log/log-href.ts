import type { Transaction } from '@/lib/endpoints/transaction';

/** Lower bound of logs on the first page of the logs tab. */
const FIRST_PAGE = 50;

type Location = Pick<Transaction, 'hash' | 'block_number' | 'logs_count'>;

/** Link to a log in the logs tab; if it may not be on the first page, to the page that starts with it. */
export function logHref(chainId: string, transaction: Location, logIndex: number | string): string {
  const path = `/${chainId}/tx/${transaction.hash}/logs`;
  const index = Number(logIndex);
  const { block_number: block, logs_count: count } = transaction;
  const isOnFirst = count !== null && count <= FIRST_PAGE;
  // the cursor is the preceding log; the first log of a block has none
  const cursor = isOnFirst || block === null || index < 1 ? '' : `?block_number=${block}&index=${index - 1}`;
  return `${path}${cursor}#log-${index}`;
}
