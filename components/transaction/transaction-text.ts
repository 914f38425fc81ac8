import { describeStatus } from '@/components/transaction/transaction-status';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { nameOfAddress } from '@/lib/format/address-name';
import { coinIn, formatAmount } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { countTransfers } from '@/lib/sentence/count-transfers';
import {
  assetOf,
  describeAction,
  type Part,
  type SentenceContext,
} from '@/lib/sentence/describe-transaction';
import { readRevertReason } from '@/lib/sentence/revert-reason';
import { hasFailed } from '@/lib/sentence/verbs';
import { assetText } from '../token-transfer/asset-amount';

const MAX_NAME_LENGTH = 32;
const WEI_DECIMALS = 18;

/** What a transaction did, as one sanitized sentence without a period, for titles. */
export function actionText(transaction: Transaction, symbol: string, known: SentenceContext): string {
  return describeAction(transaction, known)
    .map((part) => partText(part, symbol))
    .join('');
}

function partText(part: Part, symbol: string): string {
  if (typeof part === 'string') return part;
  if ('address' in part) return nameOf(part.address);
  if ('asset' in part) return assetText(part.asset, coinIn(undefined, symbol));
  if ('reason' in part) return displayText(part.reason, 100);
  return 'method' in part ? displayText(part.method, 48) : part.text;
}

/** Status, action and outcome in a few sentences, for search results and link previews. */
export function previewText(transaction: Transaction, symbol: string, known: SentenceContext): string {
  const { text } = describeStatus(transaction);
  const fee =
    transaction.fee.value === null
      ? []
      : [
          `${transaction.fee.type === 'maximum' ? t('Max fee') : t('Transaction fee')} ${shortCoin(transaction.fee.value, symbol)}`,
        ];
  const block =
    transaction.block_number === null
      ? []
      : [t('Block {blockNumber}', { blockNumber: groupDigits(transaction.block_number) })];
  const parts = [actionText(transaction, symbol, known), ...listOutcomes(transaction), ...fee, ...block];
  return `${text}: ${parts.join('. ')}.`;
}

/** Amounts of the first few transfers; encrypted ones never as a number. */
export function listAmounts(transaction: Transaction, limit: number): string[] {
  return transaction.token_transfers
    .slice(0, limit)
    .map((transfer) => assetText(assetOf(transfer), coinIn(undefined, '')));
}

function listOutcomes(transaction: Transaction): string[] {
  const { count: transfers, isMore } = countTransfers(transaction);
  const operations = transaction.fhe_operations_count;
  const reason = hasFailed(transaction) ? (readRevertReason(transaction) ?? transaction.result) : '';
  return [
    ...(reason === '' ? [] : [t('Reason: {reason}', { reason: displayText(reason, 100) })]),
    ...(transfers > 0
      ? [
          isMore
            ? t('more than {count, plural, one {# transfer} other {# transfers}}', { count: transfers })
            : t('{count, plural, one {# token transfer} other {# token transfers}}', { count: transfers }),
        ]
      : []),
    ...(operations > 0
      ? [t('{count, plural, one {# FHE operation} other {# FHE operations}}', { count: operations })]
      : []),
  ];
}

function shortCoin(wei: string, symbol: string): string {
  return `${formatAmount(BigInt(wei), WEI_DECIMALS).text} ${symbol}`;
}

function nameOf(address: Address): string {
  return displayText(nameOfAddress(address) ?? shortenHash(address.hash), MAX_NAME_LENGTH);
}
