type Transaction = Readonly<{ status: string | null; block_number: number | null }>;

/** The verb of a transaction by its outcome: "sent", "failed to send", "wants to send", "wanted to send". */
export function stateOf({ status, block_number }: Transaction): 'done' | 'failed' | 'waiting' | 'left' {
  if (block_number === null) return status === null ? 'waiting' : 'left';
  return status === 'error' ? 'failed' : 'done';
}

/** True for a dropped or replaced transaction. */
export function hasLeft({ status, block_number }: Transaction): boolean {
  return block_number === null && status === 'error';
}

/** True for a transaction that was mined and failed. */
export function hasFailed({ status, block_number }: Transaction): boolean {
  return block_number !== null && status === 'error';
}
