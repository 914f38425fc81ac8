type Transaction = Readonly<{ status: string | null; block_number: number | null }>;

const VERBS = {
  done: { create: 'created', send: 'sent', call: 'called' },
  failed: { create: 'failed to create', send: 'failed to send', call: 'failed to call' },
  waiting: { create: 'wants to create', send: 'wants to send', call: 'wants to call' },
  left: { create: 'wanted to create', send: 'wanted to send', call: 'wanted to call' },
} as const;

/** Verb forms by status: "sent", "failed to send", "wants to send", "wanted to send". */
export function verbsOf({ status, block_number }: Transaction) {
  if (block_number === null) return VERBS[status === null ? 'waiting' : 'left'];
  return VERBS[status === 'error' ? 'failed' : 'done'];
}

/** True for a dropped or replaced transaction. */
export function hasLeft({ status, block_number }: Transaction): boolean {
  return block_number === null && status === 'error';
}

/** True for a transaction that was mined and failed. */
export function hasFailed({ status, block_number }: Transaction): boolean {
  return block_number !== null && status === 'error';
}
