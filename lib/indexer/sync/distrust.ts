import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { FailedCheck } from '@/lib/proof/prove-block';
import { isExplainedByFork } from './newer-header';
import type { CheckedBlock, JudgedBlock, ProverContext, RepeatedFailure } from './prover';

const THRESHOLDS = { first: { answers: 5, ms: 8_000 }, later: { answers: 12, ms: 120_000 } };
/** Not at once: a block and its receipts may be of before and after the chain went back. */
const DEV_THRESHOLDS = { first: { answers: 3, ms: 0 }, later: { answers: 3, ms: 0 } };
/** Bound of remembered failures of one block: a malicious endpoint can cause many. */
const MAX_REPEATED = 100;

/** Ethereum and its test networks. */
const KNOWN_CHAINS: ReadonlySet<number> = new Set([1, 17_000, 560_048, 11_155_111]);

/** Whether data that contradicts a block's hash is never a rule of the chain, before a fork that is not known. */
export function hasKnownRules({ chainId }: Pick<Database, 'chainId'>): boolean {
  return KNOWN_CHAINS.has(chainId);
}

/** AppError `node_answer`: why a block is not stored. */
export function notProven({ block, rpc, answeredBy }: CheckedBlock, { what, check }: FailedCheck): AppError {
  const source = answeredBy.join(', ') || rpc.hosts.join(', ');
  return new AppError(
    'node_answer',
    `Block ${block.number} of ${source} is not proven: ${what.message} (${check}).`,
  );
}

/**
 * Benches the endpoint of an answer that is wrong, or cannot be checked if there is another endpoint. A header of a fork that
 * is not known is no fault of an endpoint, and neither is what cannot be decided then.
 */
export function benchForBadData(
  { block, rpc, answeredBy }: CheckedBlock,
  failures: readonly FailedCheck[],
): void {
  const [host, ...others] = answeredBy;
  const isNewer = failures.some(({ newer }) => newer);
  const faults = failures.filter((one) => !isNewer || !(one.newer || isExplainedByFork(one, block)));
  const fault =
    faults.find(({ kind }) => kind === 'refuted') ??
    faults.find(({ kind }) => kind === 'unknown' && rpc.hosts.length > 1);
  if (fault && host !== undefined && others.length === 0)
    rpc.bench(host, `block ${block.number}: ${fault.what.message}`);
}

/**
 * Failures that transactions of types which are not known explain, in a block whose header and receipts hold. The types are
 * in the root of the receipts: no node has made them up, and no other answer would be better.
 */
export function listUnknownTypeFailures(
  failures: readonly FailedCheck[],
  block: JudgedBlock,
): ReadonlySet<FailedCheck> {
  const isBound = failures.every(({ check }) => check !== 'header_hash' && check !== 'receipts_root');
  return new Set(
    failures.filter((one) => isBound && one.check !== 'receipt_fields' && isExplainedByFork(one, block)),
  );
}

/** True while the failure is below its threshold. */
export function shouldRetry(
  { block, rpc }: CheckedBlock,
  failure: FailedCheck,
  { options, state }: ProverContext,
): boolean {
  const { now = Date.now, thresholds = options.isDev ? DEV_THRESHOLDS : THRESHOLDS } = options;
  const repeated = state.repeated.get(block.number) ?? new Map<string, RepeatedFailure>();
  state.repeated.set(block.number, repeated);
  const key = `${failure.check} ${failure.what.message}`;
  const { answers, since } = repeated.get(key) ?? { answers: 0, since: now() };
  // Moved to the end (LRU): an endpoint with many different failures must not evict one that recurs.
  repeated.delete(key);
  repeated.set(key, { answers: answers + 1, since });
  const [oldest] = repeated.keys();
  if (repeated.size > MAX_REPEATED && oldest !== undefined) repeated.delete(oldest);
  const threshold = state.status === 'unknown' ? thresholds.first : thresholds.later;
  return answers + 1 < Math.max(threshold.answers, 2 * rpc.hosts.length) || now() - since < threshold.ms;
}
