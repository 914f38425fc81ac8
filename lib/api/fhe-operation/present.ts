import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentInteger } from '@/lib/api/values';
import type { FheOperation } from '@/lib/endpoints/fhe-operation';
import { FHE_OPERATIONS, isFheOperation, nameOperands } from '@/lib/evm/fhe-operations';
import { bufferToHex } from '@/lib/evm/hex';
import type { FheOperationRow } from './query';

/** Presents an FHE operation. */
export function presentFheOperation(row: FheOperationRow, addresses: AddressMap): FheOperation {
  return {
    log_index: row.log_index,
    block_number: row.block_number,
    operation: row.operation,
    type: typeOfOperation(row.operation),
    fhe_type: row.fhe_type,
    is_scalar: row.is_scalar,
    inputs: presentInputs(row),
    result: bufferToHex(row.result),
    hcu_cost: row.hcu_cost,
    hcu_depth: row.hcu_depth,
    caller: row.caller === null ? null : presentAddress(row.caller, addresses),
  };
}

/** What an operation does, by its event's name. */
export function typeOfOperation(operation: string): FheOperation['type'] {
  return isFheOperation(operation) ? FHE_OPERATIONS[operation].category : 'other';
}

/** Handles have no 0x prefix here, as the specification's service writes them. */
function presentInputs(row: FheOperationRow): FheOperation['inputs'] {
  if (!isFheOperation(row.operation)) return {};
  const named = nameOperands({
    operation: row.operation,
    isScalar: row.is_scalar,
    operands: row.operands.map((operand) => operand.toString('hex')),
    plaintext: null,
  });
  return row.plaintext === null ? named : { ...named, plaintext: presentInteger(row.plaintext) };
}
