import type { EvmLog } from './decode-transfers';
import { bufferToBigint, hexToBuffer } from './hex';
import { WORD, wordToAddress } from './words';

/** The emitter of the logs of coin transfers (EIP-7708). There is no contract, and never can be. */
export const SYSTEM_ADDRESS = hexToBuffer('0xfffffffffffffffffffffffffffffffffffffffe');
/** Topic of Transfer(address,address,uint256): of tokens, and of coin. */
export const TRANSFER_TOPIC = hexToBuffer(
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
);

/** A transfer of coin, as its log says; the value in wei. */
export type LoggedCoin = Readonly<{ from: Buffer; to: Buffer; value: bigint }>;

/** The transfer of coin that a log says (EIP-7708); undefined for any other log. Not every chain emits them. */
export function readCoinLog({
  address,
  topics,
  data,
}: Pick<EvmLog, 'address' | 'topics' | 'data'>): LoggedCoin | undefined {
  if (!address.equals(SYSTEM_ADDRESS) || topics.length !== 3 || data.length !== WORD) return undefined;
  const [topic, from, to] = [topics[0], wordToAddress(topics[1]), wordToAddress(topics[2])];
  if (!topic?.equals(TRANSFER_TOPIC) || !from || !to) return undefined;
  return { from, to, value: bufferToBigint(data) };
}
