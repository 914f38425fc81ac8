import type { Database } from '@/lib/db/open-database';
import { BLOCK_CHECKS, type BlockCheck } from '@/lib/evm/block-checks';
import type { Logger } from '@/lib/log';
import { serializeMessage } from '@/lib/messages/message';
import { type FailedCheck, proveBlock } from '@/lib/proof/prove-block';
import type { SenderRecovery } from '@/lib/proof/senders';
import { isEncodable, isKnownType } from '@/lib/proof/transaction';
import type { RpcBlock } from '@/lib/rpc/block';
import type { Rpc } from '@/lib/rpc/client';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { benchForBadData, hasKnownRules, listUnknownTypeFailures, notProven, shouldRetry } from './distrust';
import { describeNewerHeader } from './newer-header';
import { acceptNewer, findNewer, leaveNewer, type NewerState, openNewer } from './prove-newer';
import { type Provability, readProvability, storeProvability } from './proven-ranges';

/** `required`: only proven blocks are stored. `auto`: also unproven blocks of chains with unknown rules. */
export type ProofMode = 'required' | 'auto' | 'off';

/** What the other endpoints say of a block: one of them proves it, each has the same newer header, or neither. */
export type Comparison = 'proven' | 'shared' | 'unclear';

/**
 * A block with its receipts, not checked yet; `answeredBy` names the endpoints that returned them. `compare` asks the
 * others; undefined without any.
 */
type FetchedBlock = Readonly<{
  block: RpcBlock;
  receipts: readonly RpcReceipt[];
  rpc: Rpc;
  answeredBy: readonly string[];
  compare?: (() => Promise<Comparison>) | undefined;
}>;

/** What is read of a block once it was checked. `isWhole`: no transaction of a known type lacks what its hash needs. */
export type JudgedBlock = Readonly<{
  number: number;
  isEmpty: boolean;
  foreignFields: readonly string[];
  isWhole: boolean;
}>;

/** A block that was checked. */
export type CheckedBlock = Omit<FetchedBlock, 'block' | 'receipts'> & Readonly<{ block: JudgedBlock }>;

/** Decides what follows from the checks that a block failed: whether it is proven. Throws as `Prover.prove` does. */
export type Judge = (checked: CheckedBlock, failures: readonly FailedCheck[]) => Promise<boolean>;

/**
 * `prove` returns whether the whole block is proven: it checks it, which takes a processor, then asks `judge`, which knows
 * the chain. Throws AppError `node_answer` for a block not to be stored. Without `isChecking` no block is proven.
 */
export type Prover = Readonly<{
  prove(fetched: FetchedBlock): Promise<boolean>;
  judge: Judge;
  isChecking: boolean;
}>;

/** After how many identical responses, and how long (ms), a failed check counts as a rule of the chain. */
type ExemptionThreshold = Readonly<{ answers: number; ms: number }>;

/**
 * `thresholds`: `first` until a block with transactions was stored, `later` after that. Of a development node a failed
 * check soon counts as a rule of its chain, whatever its ID.
 */
export type ProverOptions = Readonly<{
  mode: ProofMode;
  db: Database;
  recover: SenderRecovery;
  log: Logger;
  isDev?: boolean;
  thresholds?: Readonly<{ first: ExemptionThreshold; later: ExemptionThreshold }>;
  now?: () => number;
  /** Wraps what judges blocks. */
  watch?: ((judge: Judge) => Judge) | undefined;
}>;

/** Blocks that fail a check, each past the threshold, after which the chain is exempt from it. */
const FAILED_BLOCKS = 3;
/**
 * Consecutive blocks with transactions that pass an exempt check after which it is enforced again. The number doubles
 * with each new exemption, so that a chain with occasional failures does not stall again and again.
 */
const PASSED_BLOCKS = 16;
const MAX_DOUBLINGS = 10;

/**
 * Checks that are not enforced: why, how many blocks have passed since, and how many are needed to enforce it again.
 */
type Exemptions = Map<BlockCheck, { reason: string; passed: number; needed: number }>;
/** How often a block failed in the same way, and since when (ms). */
export type RepeatedFailure = Readonly<{ answers: number; since: number }>;

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
  newer: NewerState;
};

/** The options and state of an open prover. */
export type ProverContext = Readonly<{ options: ProverOptions; state: ProverState }>;

/** Opens the prover of a chain; the database remembers which checks the chain is exempt from. */
export async function openProver(options: ProverOptions): Promise<Prover> {
  const newer = await openNewer(options);
  const { mode, recover, watch = (unwatched) => unwatched } = options;
  if (mode === 'off')
    return createProver(
      undefined,
      watch(async () => false),
    );
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
    newer,
  };
  return createProver(
    recover,
    watch((checked, failures) => judge(checked, failures, { options, state })),
  );
}

/** A prover that checks blocks in this thread, or none without `recover`. */
export function createProver(recover: SenderRecovery | undefined, judge: Judge): Prover {
  return {
    judge,
    isChecking: recover !== undefined,
    prove: async (fetched) => {
      const { failures } = recover ? await proveBlock(fetched, recover) : { failures: [] };
      return judge({ ...fetched, block: summarize(fetched.block) }, failures);
    },
  };
}

function summarize({ number, foreignFields, transactions }: RpcBlock): JudgedBlock {
  return {
    number,
    isEmpty: transactions.length === 0,
    foreignFields: foreignFields.map(({ name }) => name),
    isWhole: transactions.every((one) => isEncodable(one) || !isKnownType(one.type)),
  };
}

/**
 * A prover of single blocks that enforces every check and changes no exemptions: failures of stored blocks must not
 * affect how new ones are checked.
 */
export function createStrictProver(recover: SenderRecovery): Prover {
  return createProver(recover, async (checked, failures) => {
    const [first] = failures;
    if (!first) return true;
    benchForBadData(checked, failures);
    throw notProven(checked, first.newer ? { ...first, what: describeNewerHeader(first.newer) } : first);
  });
}

async function judge(
  checked: CheckedBlock,
  found: readonly FailedCheck[],
  context: ProverContext,
): Promise<boolean> {
  const { options, state } = context;
  const { failures, newer } = findNewer(found, state);
  if (newer) {
    await acceptNewer(checked, { failures, newer }, context);
    return false;
  }
  const isRequired = ({ kind }: FailedCheck) =>
    options.mode === 'required' || (!options.isDev && hasKnownRules(options.db) && kind === 'refuted');
  const isExempt = (failure: FailedCheck) =>
    !isRequired(failure) && (failure.kind === 'unsigned' || state.exempt.has(failure.check));
  const enforced = failures.filter((failure) => !isExempt(failure));
  const ofTypes = listUnknownTypeFailures(failures, checked.block);
  if (enforced.length > 0) enforce(checked, { failures: enforced, ofTypes, isRequired }, context);
  state.repeated.delete(checked.block.number);
  await leaveNewer(checked.block, failures, context);
  if (!checked.block.isEmpty) await updateProvability(failures, context);
  return failures.length === 0;
}

type EnforcedChecks = Readonly<{
  failures: readonly FailedCheck[];
  /** Those that follow from the chain's own types of transactions. */
  ofTypes: ReadonlySet<FailedCheck>;
  isRequired(failure: FailedCheck): boolean;
}>;

/** Throws unless the failure recurred often enough to be a rule of the chain rather than incorrect data. */
function enforce(
  checked: CheckedBlock,
  { failures, ofTypes, isRequired }: EnforcedChecks,
  context: ProverContext,
): void {
  const { options, state } = context;
  const { block } = checked;
  const doubtful = failures.filter((failure) => !ofTypes.has(failure));
  benchForBadData(checked, doubtful);
  const undecided = doubtful.filter((failure) => shouldRetry(checked, failure, context));
  const first = failures.find(isRequired) ?? undecided[0];
  if (first) throw notProven(checked, first);
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
  log.info({ status, checks, reason: first?.reason }, 'checked whether blocks of this chain can be proven');
}
