import { markdownCoin } from '@/components/chain/markdown-parts';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { markdownCode, markdownTable } from '@/lib/format/markdown';
import { groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { describeStatus } from './transaction-status';

/** Transactions as a Markdown table under its heading; undefined if there are none. `count` is how many exist. */
export function transactionRows(
  transactions: readonly ListedTransaction[],
  { symbol, count }: { symbol: string; count: string | undefined },
): string | undefined {
  if (transactions.length === 0) return undefined;
  const isPart = count !== undefined && BigInt(count) > transactions.length;
  const title = isPart
    ? `## Transactions: the newest ${transactions.length} of ${groupDigits(count)}`
    : '## Transactions, newest first';
  const rows = transactions.map((transaction) => [
    `\`${transaction.hash}\``,
    describeStatus(transaction).text,
    transaction.timestamp === null ? '' : formatUtc(transaction.timestamp),
    `\`${transaction.from.hash}\``,
    transaction.to === null ? 'creation' : `\`${transaction.to.hash}\``,
    transaction.method === null ? '' : markdownCode(transaction.method, 48),
    markdownCoin(transaction.value, symbol) ?? '',
  ]);
  return `${title}\n\n${markdownTable(['Hash', 'Status', 'Time', 'From', 'To', 'Method', 'Value'], rows)}`;
}
