import type { CoinTransferRow } from '@/lib/api/coin-transfer/query';
import { presentOutcome } from '@/lib/api/internal-transaction/present';
import type { InternalTransactionRow } from '@/lib/api/internal-transaction/query';
import type { LogRow } from '@/lib/api/log/query';
import { presentTokenOf, type TokenMap } from '@/lib/api/token/present';
import type { ListedTransferRow } from '@/lib/api/token-transfer/query';
import { presentGas } from '@/lib/api/transaction/gas-present';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { presentText } from '@/lib/api/values';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import { decimalsOf } from '@/lib/evm/token-standards';

/** Transactions, seen from an address; amounts in wei. */
export const TRANSACTION_CSV = {
  head: [
    ...['TxHash', 'BlockNumber', 'UnixTimestamp', 'FromAddress', 'ToAddress', 'ContractAddress'],
    ...['Type', 'Value', 'Fee', 'Status', 'ErrCode'],
  ],
  present(row: TransactionRow, address: Buffer): string[] {
    return [
      bufferToHex(row.hash),
      String(row.block_number),
      String(row.timestamp),
      bufferToAddress(row.from_address),
      optional(row.to_address),
      optional(row.created_contract),
      row.from_address.equals(address) ? 'OUT' : 'IN',
      row.value,
      presentGas(row).fee.value ?? '',
      statusOf(row) ?? '',
      presentText(row.error) ?? '',
    ];
  },
};

/** Token transfers; amounts in the smallest unit. */
export const TRANSFER_CSV = {
  head: [
    ...['TxHash', 'BlockNumber', 'UnixTimestamp', 'LogIndex', 'FromAddress', 'ToAddress'],
    ...['TokenContractAddress', 'TokenType', 'TokenSymbol', 'TokenDecimals', 'TokenId', 'TokensTransferred'],
  ],
  present(row: ListedTransferRow, tokens: TokenMap): string[] {
    const token = presentTokenOf(row, tokens);
    return [
      bufferToHex(row.transaction_hash),
      String(row.block_number),
      String(row.timestamp),
      String(row.log_index),
      bufferToAddress(row.from_address),
      bufferToAddress(row.to_address),
      bufferToAddress(row.token_address),
      row.token_type,
      token.symbol ?? '',
      decimalsOf(token, row.token_id) ?? '',
      row.token_id ?? '',
      row.value ?? '',
    ];
  },
};

/** Internal transactions; amounts in wei. */
export const CALL_CSV = {
  head: [
    ...['TxHash', 'Index', 'BlockNumber', 'TxIndex', 'UnixTimestamp', 'FromAddress', 'ToAddress'],
    ...['ContractAddress', 'Type', 'Gas', 'GasUsed', 'Value', 'ErrCode', 'Undone'],
  ],
  present(row: InternalTransactionRow): string[] {
    const { error, created } = presentOutcome(row);
    return [
      bufferToHex(row.transaction_hash),
      String(row.index),
      String(row.block_number),
      String(row.transaction_index),
      String(row.timestamp),
      bufferToAddress(row.from_address),
      optional(row.to_address),
      optional(created),
      row.type,
      row.gas_limit ?? '',
      row.gas_used ?? '',
      row.value,
      error ?? '',
      row.is_undone ? 'yes' : 'no',
    ];
  },
};

/** Logged transfers of coin; amounts in wei. */
export const COIN_CSV = {
  head: [
    ...['TxHash', 'BlockNumber', 'UnixTimestamp', 'LogIndex', 'FromAddress', 'ToAddress'],
    ...['Type', 'Value'],
  ],
  present(row: CoinTransferRow): string[] {
    return [
      bufferToHex(row.transaction_hash),
      String(row.block_number),
      String(row.timestamp),
      String(row.log_index),
      bufferToAddress(row.from),
      bufferToAddress(row.to),
      row.is_value ? 'value' : 'call',
      String(row.value),
    ];
  },
};

/** Logs. */
export const LOG_CSV = {
  head: [
    ...['TxHash', 'Index', 'BlockNumber', 'BlockHash', 'UnixTimestamp', 'ContractAddress', 'Data'],
    ...['FirstTopic', 'SecondTopic', 'ThirdTopic', 'FourthTopic'],
  ],
  present(row: LogRow): string[] {
    const topics = [row.topic0, row.topic1, row.topic2, row.topic3];
    return [
      bufferToHex(row.transaction_hash),
      String(row.log_index),
      String(row.block_number),
      bufferToHex(row.block_hash),
      String(row.timestamp),
      bufferToAddress(row.address),
      row.data === null ? '' : bufferToHex(row.data),
      ...topics.map((topic) => (topic === null ? '' : bufferToHex(topic))),
    ];
  },
};

function optional(address: Buffer | null): string {
  return address === null ? '' : bufferToAddress(address);
}
