import { z } from 'zod';
import { toJson } from '../http/json';

/** A message of a client in version 2 of Phoenix's channel protocol: `[join_ref, ref, topic, event, payload]`. */
export type ClientMessage = Readonly<{
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
}>;
/** A subject of events: of the whole chain, or one of a kind by its lower-case hash. */
export type Subject = ChainSubject | `${'address' | 'token' | 'transaction'}:${string}`;

type ChainSubject = 'blocks' | 'transactions' | 'pending' | 'indexing' | 'indexing calls';

const reference = z.string().max(64).nullable();
const message = z.tuple([reference, reference, z.string().max(200), z.string().max(100)], z.unknown());

const TOPICS: readonly [RegExp, (hash: string) => Subject][] = [
  [/^blocks:new_block$/, () => 'blocks'],
  [/^transactions:new_transaction$/, () => 'transactions'],
  [/^transactions:new_pending_transaction$/, () => 'pending'],
  [/^blocks:indexing$/, () => 'indexing'],
  [/^blocks:indexing_internal_transactions$/, () => 'indexing calls'],
  [/^addresses:(0x[0-9a-f]{40})$/i, (hash) => `address:${hash}`],
  [/^tokens:(0x[0-9a-f]{40})$/i, (hash) => `token:${hash}`],
  [/^transactions:(0x[0-9a-f]{64})$/i, (hash) => `transaction:${hash}`],
];

/** Parses a message; undefined if malformed. */
export function readMessage(text: string): ClientMessage | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  const read = message.safeParse(parsed);
  if (!read.success) return undefined;
  const [joinRef, ref, topic, event] = read.data;
  return { joinRef, ref, topic, event };
}

/** The subject of a topic; undefined for topics that are not served. */
export function subjectOf(topic: string): Subject | undefined {
  for (const [pattern, name] of TOPICS) {
    const match = pattern.exec(topic);
    if (match) return name((match[1] ?? '').toLowerCase());
  }
  return undefined;
}

/** The reply to a message. */
export function writeReply(
  { joinRef, ref, topic }: ClientMessage,
  status: 'ok' | 'error',
  response: Readonly<Record<string, string>> = {},
): string {
  return toJson([joinRef, ref, topic, 'phx_reply', { status, response }]);
}

/** An event for all who joined a topic; `payload` is JSON already, because many get the same. */
export function writeEvent(topic: string, event: string, payload: string): string {
  return `[null,null,${toJson(topic)},${toJson(event)},${payload}]`;
}
