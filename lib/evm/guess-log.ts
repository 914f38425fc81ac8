import { decodeAbiParameters, encodeAbiParameters } from 'viem';
import { type DecodedLog, decodeLog } from './abi';
import { bufferToHex } from './hex';
import { tableEvents } from './signature-table';

const KEY_LENGTH = 4;
/** Bounds the re-encoding cost; lists decode many logs. */
const MAX_DATA = 16 * 1024;

/**
 * Decodes a log with an event of a widely used contract: nothing unless its data re-encode exactly. A topic does not say
 * which parameters are indexed: if two declarations fit, nothing says which value is which, and neither is used.
 */
export function guessLog(log: Readonly<{ topics: readonly Buffer[]; data: Buffer }>): DecodedLog | undefined {
  const [topic] = log.topics;
  if (topic === undefined || log.data.length > MAX_DATA) return undefined;
  const data = bufferToHex(log.data);
  const fitting = tableEvents(topic.toString('hex', 0, KEY_LENGTH)).flatMap((event) => {
    const decoded = decodeLog(log, event);
    if (!decoded) return [];
    const inputs = event.inputs.filter(({ indexed }) => !indexed);
    try {
      const isExact =
        inputs.length === 0
          ? data === '0x'
          : encodeAbiParameters(inputs, decodeAbiParameters(inputs, data)) === data;
      return isExact ? [decoded] : [];
    } catch {
      return [];
    }
  });
  return fitting.length === 1 ? fitting[0] : undefined;
}
