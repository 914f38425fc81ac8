import type { Transaction } from '@/lib/endpoints/transaction';

/** As many logs as the first page of the logs tab surely holds. */
const FIRST_PAGE = 50;

type Place = Pick<Transaction, 'hash' | 'block_number' | 'logs_count'>;

/**
 * The address of one log in the logs tab. Where the list has several pages, or nobody tells how many, it is the page
 * that begins with that log.
 */
export function logHref(chainId: string, transaction: Place, logIndex: number | string): string {
  const path = `/${chainId}/tx/${transaction.hash}/logs`;
  const index = Number(logIndex);
  const { block_number: block, logs_count: count } = transaction;
  const isOnFirst = count !== null && count <= FIRST_PAGE;
  // a cursor names the log before: there is none before the first of a block
  const cursor = isOnFirst || block === null || index < 1 ? '' : `?block_number=${block}&index=${index - 1}`;
  return `${path}${cursor}#log-${index}`;
}
