import type { ConsoleLine } from '@/lib/endpoints/transaction-overview';
import { readConsoleLine } from '@/lib/evm/console-lines';
import { bufferToAddress } from '@/lib/evm/hex';
import type { ConsoleCallRow } from './console-query';

/** Presents a call of `console.log`. */
export function presentConsoleLine({ index, from_address, input, input_size }: ConsoleCallRow): ConsoleLine {
  return { call: index, contract: bufferToAddress(from_address), text: readConsoleLine(input, input_size) };
}
