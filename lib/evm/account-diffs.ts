import { hexToBuffer, isHexOfLength } from './hex';
import { isRecord } from './is-record';

/** An account as a node answered it before and after a transaction; `after` is undefined when it is gone. */
type AccountDiff = Readonly<{ address: Buffer; before: unknown; after: unknown }>;

/** The accounts of an answer of prestateTracer's diff mode, sorted by address; undefined for other answers. */
export function readAccountDiffs(answer: unknown): AccountDiff[] | undefined {
  if (!isRecord(answer) || !isRecord(answer.pre) || !isRecord(answer.post)) return undefined;
  const { pre, post } = answer;
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post)])];
  return addresses
    .sort()
    .filter((address) => isHexOfLength(address, 20))
    .map((address) => ({ address: hexToBuffer(address), before: pre[address], after: post[address] }));
}
