import type { EvmLog } from './decode-transfers';
import { hexToBuffer, isHexData, isHexOfLength, quantityToBigint } from './hex';
import { isRecord } from './is-record';

type Fields = Readonly<Record<string, unknown>>;

const MAX_TOPICS = 4;

/**
 * The logs of geth's callTracer frames with `withLog`, in order of emission, numbered from 0, without recursion. Those of
 * calls that failed are left out: nodes differ in whether they list them.
 */
export function readFrameLogs(root: Fields): EvmLog[] {
  const logs: EvmLog[] = [];
  const pending: ({ frame: Fields } | { log: Fields })[] = [{ frame: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('log' in next) {
      const log = readLog(next.log, logs.length);
      if (log) logs.push(log);
    } else if (typeof next.frame.error !== 'string' || next.frame.error === '') {
      for (const part of partsOf(next.frame).reverse()) pending.push(part);
    }
  }
  return logs;
}

/** The calls and logs of a frame; `position` of a log is the number of calls before it. */
function partsOf(frame: Fields): ({ frame: Fields } | { log: Fields })[] {
  const calls = Array.isArray(frame.calls) ? frame.calls.filter(isRecord) : [];
  const logs = Array.isArray(frame.logs) ? frame.logs.filter(isRecord) : [];
  const parts: ({ frame: Fields } | { log: Fields })[] = [];
  let at = 0;
  for (const log of logs) {
    const before = Math.min(calls.length, readPosition(log.position));
    for (const call of calls.slice(at, before)) parts.push({ frame: call });
    at = Math.max(at, before);
    parts.push({ log });
  }
  for (const call of calls.slice(at)) parts.push({ frame: call });
  return parts;
}

function readPosition(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return 0;
  try {
    return Number(quantityToBigint(value));
  } catch {
    return 0;
  }
}

/** A log of an untrusted answer under this number; undefined where it is none. */
export function readLog({ address, topics, data }: Fields, logIndex: number): EvmLog | undefined {
  if (!isHexOfLength(address, 20) || !Array.isArray(topics) || topics.length > MAX_TOPICS) return undefined;
  const words = topics.filter((topic) => isHexOfLength(topic, 32));
  if (words.length < topics.length) return undefined;
  const bytes = isHexData(data) ? hexToBuffer(data) : Buffer.alloc(0);
  return { logIndex, address: hexToBuffer(address), topics: words.map(hexToBuffer), data: bytes };
}
