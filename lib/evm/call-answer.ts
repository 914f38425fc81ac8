import type { AbiFunction } from 'viem';
import type { Message } from '@/lib/messages/message';
import { decodeResult } from './abi';
import type { AbiValue } from './abi-values';
import { explainReason } from './explain-failure';
import { hexToBuffer } from './hex';
import { decodeRevertReason } from './revert-reason';
import type { Signatures } from './signatures';

/** Why a call failed: the decoded reason, and what it means where that is widely known. */
export type CallFailure = Readonly<{ reason: string; meaning: Message | undefined }>;

/** The values that a function returned, in the order of its outputs; undefined when the bytes do not match. */
export function readOutput(output: string, item: AbiFunction): readonly AbiValue[] | undefined {
  return decodeResult(hexToBuffer(output), item)?.map(({ value }) => value);
}

/** Explains a failed call by its revert data, if any, else by the node's message. */
export function readFailure(
  { message, data }: Readonly<{ message: string; data: string | undefined }>,
  sources: readonly Signatures[],
): CallFailure {
  const decoded = data === undefined ? null : decodeRevertReason(hexToBuffer(data), sources);
  const reason = decoded?.text || message;
  return { reason, meaning: explainReason(reason) };
}
