import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import { presentTimestamp } from '@/lib/api/values';
import type { PresentedUserOperation } from '@/lib/endpoints/user-operation';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeUserOperations, findEntryPointVersion } from '@/lib/evm/user-operations';
import type { UserOperationRow } from './query';

/** Presents a user operation from its log; undefined for any other log. */
export function presentUserOperation(
  row: UserOperationRow,
  addresses: AddressMap,
): PresentedUserOperation | undefined {
  const topics = [row.topic0, row.topic1, row.topic2, row.topic3].filter((topic) => topic !== null);
  const log = { logIndex: row.log_index, address: row.entry_point, topics, data: row.data };
  const [operation] = decodeUserOperations([log]);
  const version = findEntryPointVersion(row.entry_point);
  if (operation === undefined || version === undefined) return undefined;
  return {
    hash: bufferToHex(operation.hash),
    transaction_hash: bufferToHex(row.transaction_hash),
    block_number: String(row.block_number),
    timestamp: presentTimestamp(row.timestamp),
    address: presentAddress(row.sender, addresses),
    bundler: presentAddress(row.bundler, addresses),
    paymaster: presentOptionalAddress(row.paymaster, addresses),
    entry_point: presentAddress(row.entry_point, addresses),
    entry_point_version: `v${version}`,
    status: operation.success,
    nonce: String(operation.nonce),
    fee: String(operation.actualGasCost),
    gas: String(operation.actualGasUsed),
  };
}
