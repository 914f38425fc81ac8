import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { presentToken, type TokenMap } from '@/lib/api/token/present';
import { type DecodingContext, presentTransferMethod } from '@/lib/api/transaction/call-present';
import { presentGas } from '@/lib/api/transaction/gas-present';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { presentTimestamp } from '@/lib/api/values';
import type { AdvancedEntry } from '@/lib/endpoints/advanced-filter';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import { decimalsOf, hasTrait, TOKEN_TYPES } from '@/lib/evm/token-standards';
import type { EntryRow } from './query';

type EntryContext = DecodingContext & Readonly<{ addresses: AddressMap; tokens: TokenMap }>;

const SOURCES = {
  transaction: 'transaction',
  internal: 'internal_transaction',
  transfer: 'token_transfer',
} as const;

/** Presents an entry of the filtered list with its transaction. */
export function presentEntry(
  row: EntryRow,
  transaction: TransactionRow,
  context: EntryContext,
): AdvancedEntry {
  const { addresses } = context;
  const isTransfer = row.kind === 'transfer';
  const token = context.tokens.get(row.token_address?.toString('hex') ?? '');
  return {
    hash: bufferToHex(transaction.hash),
    type: typeOf(row, transaction),
    status: statusOf(transaction),
    method: presentTransferMethod(transaction, context),
    from: presentAddress(row.from_address, addresses),
    to: presentOptionalAddress(row.to_address, addresses),
    created_contract: presentOptionalAddress(row.created_contract, addresses),
    value: isTransfer ? null : row.value,
    total: isTransfer ? presentTotal(row, token) : null,
    token: token ? presentToken(token) : null,
    timestamp: presentTimestamp(transaction.timestamp),
    block_number: row.block_number,
    transaction_index: row.transaction_index,
    internal_transaction_index: row.kind === 'internal' ? row.place : null,
    token_transfer_index: isTransfer ? row.place : null,
    token_transfer_batch_index: null,
    fee: presentGas(transaction).fee.value,
    created_from: SOURCES[row.kind],
  };
}

function presentTotal(row: EntryRow, token: ReturnType<TokenMap['get']>): AdvancedEntry['total'] {
  const isBatch = row.ids_count > 1;
  const hasAmount = hasTrait(row.token_type, 'amounts');
  return {
    decimals: hasAmount && token ? decimalsOf(token, row.token_id) : null,
    value: isBatch || !hasAmount || hasTrait(row.token_type, 'encrypted') ? null : row.value,
    token_id: isBatch ? null : row.token_id,
    ids_count: row.ids_count,
  };
}

function typeOf(row: EntryRow, transaction: TransactionRow): AdvancedEntry['type'] {
  const standard = TOKEN_TYPES.find((type) => type === row.token_type);
  if (standard !== undefined) return standard;
  const isTransaction = row.kind === 'transaction';
  // a creation that failed has created nothing
  if (row.created_contract !== null || (isTransaction && row.to_address === null)) return 'contract_creation';
  return isTransaction && transaction.input.length > 0 ? 'contract_interaction' : 'coin_transfer';
}

/** Columns of the filtered list; amounts in the smallest unit. */
export const ENTRY_HEAD = [
  ...['TxHash', 'Type', 'Method', 'UtcTimestamp', 'FromAddress', 'ToAddress', 'CreatedContractAddress'],
  ...['Value', 'TokenContractAddressHash', 'TokenSymbol', 'TokenDecimals', 'TokenID', 'BlockNumber', 'Fee'],
];

/** The record of an entry. */
export function presentEntryRecord(entry: AdvancedEntry): string[] {
  const { token, total } = entry;
  return [
    ...[entry.hash, entry.type, entry.method ?? '', entry.timestamp, entry.from.hash],
    ...[entry.to?.hash ?? '', entry.created_contract?.hash ?? '', entry.value ?? total?.value ?? ''],
    ...[token?.address_hash ?? '', token?.symbol ?? '', total?.decimals ?? '', total?.token_id ?? ''],
    ...[String(entry.block_number), entry.fee ?? ''],
  ];
}

/** Tokens by address with EIP-55 checksum. */
export function presentTokensByAddress(tokens: TokenMap) {
  return Object.fromEntries(
    [...tokens.values()].map((row) => [bufferToAddress(row.address), presentToken(row)]),
  );
}
