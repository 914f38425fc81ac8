import {
  type MarkdownContext,
  markdownAddress,
  markdownCoin,
  markdownCount,
  markdownPage,
} from '@/components/chain/markdown-parts';
import type { Block } from '@/lib/endpoints/block';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { markdownFacts, markdownText } from '@/lib/format/markdown';
import { formatPercent, groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { transactionRows } from '../transaction/transaction-rows';

/** A block in Markdown, for chats and assistants, with the transactions of the first page. */
export function blockMarkdown(
  block: Block,
  { transactions, ...context }: MarkdownContext & { transactions: readonly ListedTransaction[] },
): string {
  const { chain } = context;
  const { confirmations, gas_used: used, gas_limit: limit } = block;
  return markdownPage(context, [
    `# Block ${groupDigits(block.height)} of ${markdownText(chain.name, 60)}`,
    markdownFacts([
      ['Hash', `\`${block.hash}\``],
      ['Parent', `\`${block.parent_hash}\``],
      ['Time', formatUtc(block.timestamp)],
      ['Slot', markdownCount(block.slot_number)],
      ['Chain ID', chain.id],
      ['Confirmations', markdownCount(confirmations)],
      ['Fee recipient', markdownAddress(block.miner)],
      ['Transactions', groupDigits(block.transactions_count)],
      ['Token transfers', markdownCount(block.token_transfers_count)],
      ['Withdrawals', markdownCount(block.withdrawals_count)],
      [
        'Gas used',
        `${groupDigits(used)} of ${groupDigits(limit)} (${formatPercent(BigInt(used), BigInt(limit))})`,
      ],
      [
        'Base fee per gas',
        block.base_fee_per_gas === null ? undefined : `${groupDigits(block.base_fee_per_gas)} wei`,
      ],
      ['Burnt fees', markdownCoin(block.burnt_fees, chain.symbol)],
      ['Access list', block.access_list === null ? undefined : describeList(block.access_list)],
      ['Priority fees', markdownCoin(block.priority_fee, chain.symbol)],
    ]),
    transactionRows(transactions, { symbol: chain.symbol, count: String(block.transactions_count) }),
  ]);
}

function describeList({
  accounts_count,
  changed_slots_count,
  bytes,
}: NonNullable<Block['access_list']>): string {
  const [accounts, slots, size] = [accounts_count, changed_slots_count, bytes].map(groupDigits);
  return `accounts: ${accounts}, slots changed: ${slots}, bytes: ${size}`;
}
