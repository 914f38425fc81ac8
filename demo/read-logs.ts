import type { EvmLog } from '@/lib/evm/decode-transfers';
import { hexToBuffer } from '@/lib/evm/hex';
import { asHex, asList, asRecord } from './node-request';

export function readLogs(receipt: Record<string, unknown>): EvmLog[] {
  return asList(receipt.logs).map((item) => {
    const { address, topics, data, logIndex } = asRecord(item);
    return {
      logIndex: Number(asHex(logIndex)),
      address: hexToBuffer(asHex(address)),
      topics: asList(topics).map((topic) => hexToBuffer(asHex(topic))),
      data: hexToBuffer(asHex(data)),
    };
  });
}
