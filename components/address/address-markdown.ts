import {
  type MarkdownContext,
  markdownAddress,
  markdownCoin,
  markdownCount,
  markdownPage,
} from '@/components/chain/markdown-parts';
import type { AddressInfo } from '@/lib/endpoints/address';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { markdownFacts, markdownText } from '@/lib/format/markdown';
import { groupDigits } from '@/lib/format/number';
import { transactionRows } from '../transaction/transaction-rows';
import { kindOfAddress } from './address-title';

type AddressActivity = Readonly<{
  counters: Readonly<{ transactions_count: string; token_transfers_count: string }> | undefined;
  transactions: readonly ListedTransaction[];
  /** The first indexed block. */
  since: number;
}>;

/** An address in Markdown, for chats and assistants, with its newest transactions. */
export function addressMarkdown(
  address: AddressInfo,
  { counters, transactions, since, ...context }: MarkdownContext & AddressActivity,
): string {
  const { chain } = context;
  const { token, block_number_balance_updated_at: at } = address;
  const balance = markdownCoin(address.coin_balance, chain.symbol);
  return markdownPage(
    context,
    [
      `# ${kindOfAddress(address).english} ${address.hash}`,
      markdownFacts([
        ['Name', address.name === null ? undefined : markdownText(address.name, 60)],
        [
          'Name in ENS',
          address.ens_domain_name === null ? undefined : markdownText(address.ens_domain_name, 60),
        ],
        ['Chain', `${markdownText(chain.name, 60)}, chain ID ${chain.id}`],
        ['Balance', balance === undefined || at === null ? balance : `${balance} at block ${at}`],
        [
          'Token',
          token === null
            ? undefined
            : `${markdownText(token.name ?? 'unnamed', 60)} (${markdownText(token.symbol ?? 'no symbol', 24)}), ${token.type}`,
        ],
        ['Runs the code of', address.implementations.map(toAddress).join(', ') || undefined],
        [
          'Created by',
          address.creator_address_hash === null
            ? undefined
            : markdownAddress(address.creator ?? { hash: address.creator_address_hash, name: null }),
        ],
        [
          'Created in',
          address.creation_transaction_hash === null ? undefined : `\`${address.creation_transaction_hash}\``,
        ],
        ['History', since > 0 ? `from block ${groupDigits(since)}` : undefined],
        ['Transactions', markdownCount(counters?.transactions_count)],
        ['Token transfers', markdownCount(counters?.token_transfers_count)],
      ]),
      transactionRows(transactions, { symbol: chain.symbol, count: counters?.transactions_count }),
    ],
    [`Transactions as CSV: <${context.url}.csv>`],
  );
}

const toAddress = ({ address_hash: hash, name }: AddressInfo['implementations'][number]) =>
  markdownAddress({ hash, name });
