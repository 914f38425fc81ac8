import { tokenSymbol } from '@/components/token/token-label';
import { describeStatus } from '@/components/transaction/transaction-status';
import type { Address } from '@/lib/endpoints/address-mention';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { hasTrait } from '@/lib/evm/token-standards';
import { nameOfAddress } from '@/lib/format/address-name';
import { formatAmount, parseDecimals, parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { tellRevertReason } from '@/lib/sentence/revert-reason';
import { type Known, type Part, tellTransaction } from '@/lib/sentence/tell-transaction';
import { hasFailed } from '@/lib/sentence/verbs';
import { assetText } from '../token-transfer/asset-amount';
import { nftText } from '../token-transfer/nft-label';

const MAX_NAME_LENGTH = 32;
const WEI_DECIMALS = 18;

/** What a transaction did, as one sanitized sentence without a period, for titles. */
export function describeAction(transaction: Transaction, symbol: string, known: Known): string {
  const parts = tellTransaction(transaction, known).map((part) => describePart(part, symbol));
  return `${nameOf(transaction.from)} ${parts.join('')}`;
}

function describePart(part: Part, symbol: string): string {
  if (typeof part === 'string') return part;
  if ('address' in part) return nameOf(part.address);
  if ('asset' in part) return assetText(part.asset, symbol);
  return 'method' in part ? displayText(part.method, 48) : part.text;
}

/** Status, action and outcome in a few sentences, for search results and link previews. */
export function describeTransaction(transaction: Transaction, symbol: string, known: Known): string {
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
  const parts = [describeAction(transaction, symbol, known), ...listOutcomes(transaction), ...fee, ...block];
  return `${text}: ${parts.join('. ')}.`;
}

/** Amounts of the first few transfers; encrypted ones never as a number. */
export function listAmounts(transaction: Transaction, limit: number): string[] {
  return transaction.token_transfers.slice(0, limit).map(describeAmount);
}

function listOutcomes(transaction: Transaction): string[] {
  const transfers = transaction.token_transfers_count ?? transaction.token_transfers.length;
  const operations = transaction.fhe_operations_count;
  const reason = hasFailed(transaction) ? (tellRevertReason(transaction) ?? transaction.result) : '';
  return [
    ...(reason === '' ? [] : [t('Reason: {reason}', { reason: displayText(reason, 100) })]),
    ...(transfers > 0
      ? [t('{count, plural, one {# token transfer} other {# token transfers}}', { count: transfers })]
      : []),
    ...(operations > 0
      ? [t('{count, plural, one {# FHE operation} other {# FHE operations}}', { count: operations })]
      : []),
  ];
}

function describeAmount({ token, total, token_type }: TokenTransfer): string {
  const name = tokenSymbol(token);
  if (hasTrait(token_type ?? token.type, 'encrypted')) return t('encrypted {name}', { name });
  const value = parseInteger(total?.value ?? null);
  const tokenId = total?.token_id ?? null;
  if (tokenId !== null) {
    const times = value === undefined || value === 1n ? '' : `${groupDigits(value)} × `;
    return `${times}${nftText(token, tokenId)}`;
  }
  if (value === undefined) return name;
  const decimals = parseDecimals(total?.decimals ?? token.decimals);
  return `${formatAmount(value, decimals ?? 0).text} ${name}`;
}

function shortCoin(wei: string, symbol: string): string {
  return `${formatAmount(BigInt(wei), WEI_DECIMALS).text} ${symbol}`;
}

function nameOf(address: Address): string {
  return displayText(nameOfAddress(address) ?? shortenHash(address.hash), MAX_NAME_LENGTH);
}
