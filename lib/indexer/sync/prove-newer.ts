import type { Database } from '@/lib/db/open-database';
import type { BlockCheck } from '@/lib/evm/block-checks';
import { parseMessage } from '@/lib/messages/message';
import type { NewerHeader } from '@/lib/proof/header';
import type { FailedCheck } from '@/lib/proof/prove-block';
import { isKnownField } from '@/lib/rpc/block';
import { benchForBadData, hasKnownRules, notProven, shouldRetry } from './distrust';
import {
  describeNewerHeader,
  forgetNewerHeader,
  isExplainedByFork,
  readNewerHeader,
  storeNewerHeader,
} from './newer-header';
import { readProvability, storeProvability } from './proven-ranges';
import type { CheckedBlock, JudgedBlock, ProverContext, ProverOptions } from './prover';

/** What is known of a chain whose headers have fields of unknown meaning. */
export type NewerState = {
  /** Where such headers begin; undefined while there are none. */
  since: number | undefined;
  /** Checks that their blocks do not pass, not enforced until a header is known again. */
  readonly tolerated: Set<BlockCheck>;
  /** Unknown fields of blocks that are no part of the header, whose hash holds without them. */
  readonly aside: Set<string>;
  /** What the log has said. */
  readonly said: Set<string>;
};

/** A node may answer other names each time. */
const MAX_NAMES = 64;

/** Forgets what an earlier version did not know and this one does. */
export async function openNewer({ db, log }: Pick<ProverOptions, 'db' | 'log'>): Promise<NewerState> {
  await dropOldExemption(db);
  const stored = await readNewerHeader(db);
  const isKnown = stored?.fields.every(isKnownField) === true;
  if (stored && isKnown) {
    await forgetNewerHeader(db.sql, db, { from: stored.since, to: stored.since });
    log.info(stored, 'this version knows the newer header; proving the blocks since');
  }
  const since = isKnown ? undefined : stored?.since;
  return { since, tolerated: new Set(), aside: new Set(), said: new Set() };
}

/** Version 0.4 and earlier ones exempted the whole chain from the checks that failed. */
async function dropOldExemption(db: Database): Promise<void> {
  const { reason } = await readProvability(db);
  const cause = parseMessage(reason);
  if (cause?.code !== 'header_field_unknown' || !isKnownField(String(cause.params?.field))) return;
  await storeProvability(db, { status: 'provable', reason: null, checks: [] });
}

/** The failures of a block, and its newer header, if it has one. */
export type Newer = Readonly<{ failures: readonly FailedCheck[]; newer: NewerHeader | undefined }>;

/** Leaves out unknown fields which are known not to be of the header; a lie about others is no newer header. */
export function findNewer(
  failures: readonly FailedCheck[],
  { newer: { aside } }: Pick<ProverContext['state'], 'newer'>,
): Newer {
  const found = failures.find((failure) => failure.newer)?.newer;
  if (!found) return { failures, newer: undefined };
  const fields = found.fields.filter((name) => found.isBound || !aside.has(name));
  const newer = fields.length > 0 ? { ...found, fields } : undefined;
  return { failures: failures.map((failure) => (failure.newer ? { ...failure, newer } : failure)), newer };
}

/**
 * A block with a newer header is stored at once, not proven, if the header is believed and a fork explains what else could
 * not be checked. What contradicts it is asked for with patience, once. Throws AppError `node_answer` for a block not to be
 * stored.
 */
export async function acceptNewer(
  checked: CheckedBlock,
  { failures, newer }: Newer & { newer: NewerHeader },
  context: ProverContext,
): Promise<void> {
  const { options, state } = context;
  const { block } = checked;
  const isBelieved = await isCredible(checked, { failures, newer }, context);
  if (isBelieved) await noteNewer(block, newer, context);
  if (options.mode === 'required') {
    benchForBadData(checked, failures);
    throw notProven(checked, { check: 'header_hash', kind: 'unknown', what: describeNewerHeader(newer) });
  }
  const isAllowed = (failure: FailedCheck) =>
    failure.kind === 'unsigned' ||
    state.newer.tolerated.has(failure.check) ||
    (failure.newer ? isBelieved : isExplainedByFork(failure, block));
  enforceOnce(
    checked,
    failures.filter((failure) => !isAllowed(failure)),
    context,
  );
  if (!isBelieved) await noteNewer(block, newer, context);
  state.repeated.delete(block.number);
}

/**
 * Whether to believe a newer header: if no endpoint proves the block, which is asked where such headers begin, and the hash
 * shows that the header is whole. One that it does not show is believed on a chain whose rules are known if every endpoint
 * has it, which is asked each time. Throws when an endpoint proves the block.
 */
async function isCredible(
  checked: CheckedBlock,
  { failures, newer: { isBound } }: Newer & { newer: NewerHeader },
  { options: { db }, state }: ProverContext,
): Promise<boolean> {
  const { since } = state.newer;
  const isEnough = isBound || !hasKnownRules(db);
  if (isEnough && since !== undefined && since <= checked.block.number) return true;
  const compared = await checked.compare?.();
  const [first] = failures;
  if (compared === 'proven' && first) throw notProven(checked, first);
  return isEnough || compared === 'shared';
}

/** Throws while a failure may be a wrong answer; after that it counts as a rule of the newer blocks. */
function enforceOnce(checked: CheckedBlock, failures: readonly FailedCheck[], context: ProverContext): void {
  benchForBadData(checked, failures);
  const [undecided] = failures.filter((failure) => shouldRetry(checked, failure, context));
  if (undecided) throw notProven(checked, undecided);
  for (const { check, what } of failures) {
    context.state.newer.tolerated.add(check);
    context.options.log.error(
      { block: checked.block.number, check, what: what.message },
      'stored unproven: all endpoints returned the same data',
    );
  }
}

async function noteNewer(
  { number }: JudgedBlock,
  newer: NewerHeader,
  { options: { db, log }, state }: ProverContext,
): Promise<void> {
  const { fields } = newer;
  state.newer.since = Math.min(state.newer.since ?? number, number);
  await storeNewerHeader(db, { since: number, fields });
  const what = describeNewerHeader(newer).message;
  if (state.newer.said.has(what) || state.newer.said.size >= MAX_NAMES) return;
  state.newer.said.add(what);
  log.warn({ block: number, fields }, what);
}

/** A block whose header is known, at or above the first newer one, shows that its chain has no newer headers. */
export async function leaveNewer(
  { number, foreignFields }: JudgedBlock,
  failures: readonly FailedCheck[],
  { options: { db }, state: { newer } }: ProverContext,
): Promise<void> {
  if (failures.some(({ check }) => check === 'header_hash')) return;
  for (const name of foreignFields) if (newer.aside.size < MAX_NAMES) newer.aside.add(name);
  if (newer.since === undefined || newer.since > number) return;
  newer.since = undefined;
  newer.tolerated.clear();
  await forgetNewerHeader(db.sql, db, { from: 0, to: number });
}
