import { type AddressMap, interfacesOf, presentAddress } from '@/lib/api/address/present';
import { presentDeclaredInputs } from '@/lib/api/transaction/declared-inputs-present';
import { presentTimestamp } from '@/lib/api/values';
import type { Log } from '@/lib/endpoints/log';
import { explainFheEvent } from '@/lib/evm/explain-fhe-event';
import { findLogInputs } from '@/lib/evm/find-declaration';
import { guessLog } from '@/lib/evm/guess-log';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeKnownLog, type Signatures } from '@/lib/evm/signatures';
import type { LogRow } from './query';

/** A log with its data. */
export type ReadLog = LogRow & { data: Buffer };

/** Presents a log. */
export function presentLog(
  row: ReadLog,
  context: Readonly<{
    addresses: AddressMap;
    signatures: readonly Signatures[];
    /** Whether it is a host contract of an fhEVM deployment. */
    isHost: boolean;
  }>,
): Log {
  const topics = [row.topic0, row.topic1, row.topic2, row.topic3];
  const log = { topics: topics.filter((topic) => topic !== null), data: row.data };
  const interfaces = interfacesOf(row.address, context);
  const decoded = decodeKnownLog(log, interfaces) ?? guessLog(log, context.signatures) ?? null;
  return {
    transaction_hash: bufferToHex(row.transaction_hash),
    block_hash: bufferToHex(row.block_hash),
    block_number: row.block_number,
    block_timestamp: presentTimestamp(row.timestamp),
    index: row.log_index,
    address: presentAddress(row.address, context.addresses),
    smart_contract: null,
    topics: topics.map((topic) => (topic === null ? null : bufferToHex(topic))),
    data: bufferToHex(row.data),
    decoded,
    declared_inputs:
      decoded && presentDeclaredInputs(findLogInputs({ topic: row.topic0, decoded }, interfaces)),
    explanation: (context.isHost && decoded && explainFheEvent(nameOf(decoded))) || null,
  };
}

function nameOf({ method_call }: NonNullable<Log['decoded']>): string {
  return method_call.split('(', 1)[0] ?? '';
}
