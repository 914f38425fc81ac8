import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { BLOCK_CHECKS, type BlockCheck } from '@/lib/evm/block-checks';
import type { Logger } from '@/lib/log';
import { serializeMessage } from '@/lib/messages/message';
import { type FailedCheck, proveBlock } from '@/lib/proof/prove-block';
import type { SenderRecovery } from '@/lib/proof/senders';
import type { RpcBlock } from '@/lib/rpc/block';
import type { Rpc } from '@/lib/rpc/client';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { type Provability, readProvability, storeProvability } from './proven-ranges';

/** `required`: only proven blocks are stored. `auto`: also unproven blocks of chains with unknown rules. */
export type ProofMode = 'required' | 'auto' | 'off';

/** A block with its receipts, not checked yet; `answeredBy` names the endpoints that returned them. */
type FetchedBlock = Readonly<{
  block: RpcBlock;
  receipts: readonly RpcReceipt[];
  rpc: Rpc;
  answeredBy: readonly string[];
}>;

/** `prove` returns whether the whole block is proven. Throws AppError `node_answer` for a block not to be stored. */
export type Prover = Readonly<{ prove(fetched: FetchedBlock): Promise<boolean> }>;

/** After how many identical responses, and how long (ms), a failed check counts as a rule of the chain. */
type ExemptionThreshold = Readonly<{ answers: number; ms: number }>;

/** `thresholds`: `first` until a block with transactions was stored, `later` after that. */
export type ProverOptions = Readonly<{
  mode: ProofMode;
  db: Database;
  recover: SenderRecovery;
  log: Logger;
  thresholds?: Readonly<{ first: ExemptionThreshold; later: ExemptionThreshold }>;
  now?: () => number;
}>;

const THRESHOLDS = { first: { answers: 5, ms: 8_000 }, later: { answers: 12, ms: 120_000 } };
/** Blocks that fail a check, each past the threshold, after which the chain is exempt from it. */
const FAILED_BLOCKS = 3;
/**
 * Consecutive blocks with transactions that pass an exempt check after which it is enforced again. The number doubles
 * with each new exemption, so that a chain with occasional failures does not stall again and again.
 */
const PASSED_BLOCKS = 16;
const MAX_DOUBLINGS = 10;

/**
 * Ethereum and its test networks: data that contradicts a block's hash is never a rule of these. A header field that is
 * not known yet is of a new fork, whose rules are not known either.
 */
const KNOWN_CHAINS: ReadonlySet<number> = new Set([1, 17_000, 560_048, 11_155_111]);

/** Bound of remembered failures of one block: a malicious endpoint can cause many. */
const MAX_REPEATED = 100;

/**
 * Checks that are not enforced: why, how many blocks have passed since, and how many are needed to enforce it again.
 */
type Exemptions = Map<BlockCheck, { reason: string; passed: number; needed: number }>;
type RepeatedFailure = Readonly<{ answers: number; since: number }>;

type ProverState = {
  status: Provability['status'];
  exempt: Exemptions;
  /** How often each check was exempted. */
  grants: Map<string, number>;
  /** Repeated failures by height and failure. */
  repeated: Map<number, Map<string, RepeatedFailure>>;
  /** Heights stored although the check failed. */
  failed: Map<BlockCheck, Set<number>>;
  /** Status and exempt checks as last stored. */
  storedStatus: string;
};

type ProverContext = Readonly<{ options: ProverOptions; state: ProverState }>;

/** Opens the prover of a chain; the database remembers which checks the chain is exempt from. */
export async function openProver(options: ProverOptions): Promise<Prover> {
  if (options.mode === 'off') return { prove: async () => false };
  const { status, checks, reason } = await readProvability(options.db);
  const exempt: Exemptions = new Map(
    BLOCK_CHECKS.filter((check) => checks.includes(check)).map((check) => [
      check,
      { reason: reason ?? '', passed: 0, needed: PASSED_BLOCKS },
    ]),
  );
  const grants = new Map(checks.map((check) => [check, 1]));
  const state: ProverState = {
    status,
    exempt,
    grants,
    repeated: new Map(),
    failed: new Map(),
    storedStatus: '',
  };
  return { prove: (fetched) => prove(fetched, { options, state }) };
}

/**
 * A prover of single blocks that enforces every check and changes no exemptions: failures of stored blocks must not
 * affect how new ones are checked.
 */
export function createStrictProver(recover: SenderRecovery): Prover {
  return {
    prove: async (fetched) => {
      const { failures } = await proveBlock(fetched, recover);
      const [first] = failures;
      if (!first) return true;
      benchForBadData(fetched, failures);
      throw notProven(fetched, first);
    },
  };
}

async function prove(fetched: FetchedBlock, context: ProverContext): Promise<boolean> {
  const { options, state } = context;
  const { failures } = await proveBlock(fetched, options.recover);
  const isOfNewFork = failures.some(({ what }) => what.code === 'header_field_unknown');
  const hasKnownRules = KNOWN_CHAINS.has(options.db.chainId) && !isOfNewFork;
  const isRequired = ({ kind }: FailedCheck) =>
    options.mode === 'required' || (hasKnownRules && kind === 'refuted');
  const isExempt = (failure: FailedCheck) =>
    !isRequired(failure) && (failure.kind === 'unsigned' || state.exempt.has(failure.check));
  const enforced = failures.filter((failure) => !isExempt(failure));
  if (enforced.length > 0) enforce(fetched, { failures: enforced, isRequired }, context);
  state.repeated.delete(fetched.block.number);
  if (fetched.block.transactions.length > 0) await updateProvability(failures, context);
  return failures.length === 0;
}

type EnforcedChecks = Readonly<{
  failures: readonly FailedCheck[];
  isRequired(failure: FailedCheck): boolean;
}>;

/** Throws unless the failure recurred often enough to be a rule of the chain rather than incorrect data. */
function enforce(
  fetched: FetchedBlock,
  { failures, isRequired }: EnforcedChecks,
  context: ProverContext,
): void {
  const { options, state } = context;
  const { block } = fetched;
  benchForBadData(fetched, failures);
  const undecided = failures.filter((failure) => shouldRetry(fetched, failure, context));
  const first = failures.find(isRequired) ?? undecided[0];
  if (first) throw notProven(fetched, first);
  for (const { check, what } of failures) {
    options.log.error(
      { block: block.number, check, what: what.message },
      'stored unproven: all endpoints returned the same data',
    );
    const failed = state.failed.get(check) ?? new Set();
    state.failed.set(check, failed.add(block.number));
    if (state.status === 'unknown' || failed.size >= FAILED_BLOCKS)
      exempt(state, check, serializeMessage(what));
  }
}

function exempt({ exempt, grants }: ProverState, check: BlockCheck, reason: string): void {
  const before = grants.get(check) ?? 0;
  grants.set(check, before + 1);
  exempt.set(check, { reason, passed: 0, needed: PASSED_BLOCKS * 2 ** Math.min(before, MAX_DOUBLINGS) });
}

function notProven({ block, rpc, answeredBy }: FetchedBlock, { what, check }: FailedCheck): AppError {
  const source = answeredBy.join(', ') || rpc.hosts.join(', ');
  return new AppError(
    'node_answer',
    `Block ${block.number} of ${source} is not proven: ${what.message} (${check}).`,
  );
}

/** A response that cannot be checked also benches the endpoint, if there is another one. */
function benchForBadData({ block, rpc, answeredBy }: FetchedBlock, failures: readonly FailedCheck[]): void {
  const [host, ...others] = answeredBy;
  const fault =
    failures.find(({ kind }) => kind === 'refuted') ??
    failures.find(({ kind }) => kind === 'unknown' && rpc.hosts.length > 1);
  if (fault && host !== undefined && others.length === 0)
    rpc.bench(host, `block ${block.number}: ${fault.what.message}`);
}

/** True while the failure is below its threshold. */
function shouldRetry(
  { block, rpc }: FetchedBlock,
  failure: FailedCheck,
  { options, state }: ProverContext,
): boolean {
  const { now = Date.now, thresholds = THRESHOLDS } = options;
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

/** Whether `npm run verify` has proven all blocks since, without exemptions. */
async function isCleared(db: Database, { status }: ProverState): Promise<boolean> {
  return status === 'unprovable' && (await readProvability(db)).status === 'provable';
}

/** Updates exemptions and status with a block with transactions that is about to be stored. */
async function updateProvability(
  failures: readonly FailedCheck[],
  { options, state }: ProverContext,
): Promise<void> {
  const { db, log } = options;
  if (await isCleared(db, state)) state.exempt.clear();
  for (const [check, exemption] of state.exempt) {
    const hasFailed = failures.some((failure) => failure.check === check && failure.kind !== 'unsigned');
    exemption.passed = hasFailed ? 0 : exemption.passed + 1;
    if (exemption.passed >= exemption.needed) state.exempt.delete(check);
  }
  const status = state.exempt.size > 0 ? 'unprovable' : 'provable';
  const checks = [...state.exempt.keys()];
  const storedStatus = `${status} ${checks.join(' ')}`;
  if (storedStatus === state.storedStatus) return;
  const [first] = state.exempt.values();
  await storeProvability(db, { status, reason: first?.reason ?? null, checks });
  state.status = status;
  state.storedStatus = storedStatus;
  log.info({ status, checks, reason: first?.reason }, 'whether blocks of this chain can be proven');
}
