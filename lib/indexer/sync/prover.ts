import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { BLOCK_CHECKS, type BlockCheck } from '@/lib/evm/block-checks';
import type { Logger } from '@/lib/log';
import { serializeMessage } from '@/lib/messages/message';
import { type Finding, proveBlock } from '@/lib/proof/prove-block';
import type { SenderRecovery } from '@/lib/proof/senders';
import type { RpcBlock } from '@/lib/rpc/block';
import type { Rpc } from '@/lib/rpc/client';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { type Provability, readProvability, storeProvability } from './proven-ranges';

/** `required`: only proven blocks are stored. `auto`: those of chains whose rules we do not know are, too. */
export type ProofMode = 'required' | 'auto' | 'off';

/** A block from `rpc` with its receipts; `answeredBy` names the endpoints that it came from. */
type Claim = Readonly<{
  block: RpcBlock;
  receipts: readonly RpcReceipt[];
  rpc: Rpc;
  answeredBy: readonly string[];
}>;

/** `prove` returns whether the whole block is proven. Throws AppError `node_answer` for a block not to be stored. */
export type Prover = Readonly<{ prove(claim: Claim): Promise<boolean> }>;

/** After how many equal answers, and how long (ms), a check is taken for one that this chain does not pass. */
type Patience = Readonly<{ answers: number; ms: number }>;

/** What a prover depends on. The patience is `first` until a block with transactions was stored, `later` after that. */
export type ProverOptions = Readonly<{
  mode: ProofMode;
  db: Database;
  recover: SenderRecovery;
  log: Logger;
  patience?: Readonly<{ first: Patience; later: Patience }>;
  now?: () => number;
}>;

const PATIENCE = { first: { answers: 5, ms: 8_000 }, later: { answers: 12, ms: 120_000 } };
/** Blocks that fail a check, each with patience, after which it is not demanded of the chain any longer. */
const FAILED_BLOCKS = 3;
/**
 * Consecutive blocks with transactions that pass such a check after which it is demanded again. Each time that it fails
 * then, twice as many: blocks that fail every now and then must not cost patience for ever.
 */
const PASSED_BLOCKS = 16;
const MAX_DOUBLINGS = 10;

/** Different findings of one block that are remembered: a liar may find many. */
const MAX_DOUBTS = 100;

/** Checks that are not demanded of the chain: why, how many blocks have passed each since, and how many it takes. */
type Exemptions = Map<BlockCheck, { reason: string; passed: number; needed: number }>;
type Doubt = Readonly<{ answers: number; since: number }>;

type State = {
  status: Provability['status'];
  exempt: Exemptions;
  /** How often each check was exempted. */
  grants: Map<string, number>;
  /** By height and finding: what was answered before. */
  doubts: Map<number, Map<string, Doubt>>;
  /** Heights that were stored although they failed the check. */
  failed: Map<BlockCheck, Set<number>>;
  /** The status and the exempt checks that were stored last. */
  learned: string;
};

type Context = Readonly<{ options: ProverOptions; state: State }>;

/** Opens the prover of a chain, which remembers in the database which checks its blocks do not pass. */
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
  const state: State = { status, exempt, grants, doubts: new Map(), failed: new Map(), learned: '' };
  return { prove: (claim) => prove(claim, { options, state }) };
}

/**
 * A prover of single blocks that demands every check. It learns nothing about the chain: what is found about stored
 * blocks must not change what is demanded of new ones.
 */
export function createStrictProver(recover: SenderRecovery): Prover {
  return {
    prove: async (claim) => {
      const { findings } = await proveBlock(claim, recover);
      const [first] = findings;
      if (!first) return true;
      benchLiar(claim, findings);
      throw notProven(claim, first);
    },
  };
}

async function prove(claim: Claim, context: Context): Promise<boolean> {
  const { options, state } = context;
  const { findings } = await proveBlock(claim, options.recover);
  const isExempt = ({ check, kind }: Finding) =>
    options.mode === 'auto' && (kind === 'unsigned' || state.exempt.has(check));
  const demanded = findings.filter((finding) => !isExempt(finding));
  if (demanded.length > 0) demand(claim, demanded, context);
  state.doubts.delete(claim.block.number);
  if (claim.block.transactions.length > 0) await learn(findings, context);
  return findings.length === 0;
}

/** Throws unless the same was answered so often that it is no lie of an endpoint but a rule of the chain. */
function demand(claim: Claim, findings: readonly Finding[], context: Context): void {
  const { options, state } = context;
  const { block } = claim;
  benchLiar(claim, findings);
  const doubted = findings.filter((finding) => isInDoubt(claim, finding, context));
  const [first] = options.mode === 'required' ? findings : doubted;
  if (first) throw notProven(claim, first);
  for (const { check, what } of findings) {
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

function exempt({ exempt, grants }: State, check: BlockCheck, reason: string): void {
  const before = grants.get(check) ?? 0;
  grants.set(check, before + 1);
  exempt.set(check, { reason, passed: 0, needed: PASSED_BLOCKS * 2 ** Math.min(before, MAX_DOUBLINGS) });
}

function notProven({ block, rpc, answeredBy }: Claim, { what, check }: Finding): AppError {
  const source = answeredBy.join(', ') || rpc.hosts.join(', ');
  return new AppError(
    'node_answer',
    `Block ${block.number} of ${source} is not proven: ${what.message} (${check}).`,
  );
}

/** An answer that cannot be checked is worth asking another endpoint, if there is one. */
function benchLiar({ block, rpc, answeredBy }: Claim, findings: readonly Finding[]): void {
  const [host, ...others] = answeredBy;
  const fault =
    findings.find(({ kind }) => kind === 'refuted') ??
    findings.find(({ kind }) => kind === 'unknown' && rpc.hosts.length > 1);
  if (fault && host !== undefined && others.length === 0)
    rpc.bench(host, `block ${block.number}: ${fault.what.message}`);
}

/** True while the same finding should be looked at again. */
function isInDoubt({ block, rpc }: Claim, finding: Finding, { options, state }: Context): boolean {
  const { now = Date.now, patience = PATIENCE } = options;
  const doubts = state.doubts.get(block.number) ?? new Map<string, Doubt>();
  state.doubts.set(block.number, doubts);
  const key = `${finding.check} ${finding.what.message}`;
  const { answers, since } = doubts.get(key) ?? { answers: 0, since: now() };
  // The latest stands last: whoever lies in many ways must not crowd out what comes again and again.
  doubts.delete(key);
  doubts.set(key, { answers: answers + 1, since });
  const [oldest] = doubts.keys();
  if (doubts.size > MAX_DOUBTS && oldest !== undefined) doubts.delete(oldest);
  const wanted = state.status === 'unknown' ? patience.first : patience.later;
  return answers + 1 < Math.max(wanted.answers, 2 * rpc.hosts.length) || now() - since < wanted.ms;
}

/** Whether `npm run verify` has proven all blocks since, those of exempt checks included. */
async function isCleared(db: Database, { status }: State): Promise<boolean> {
  return status === 'unprovable' && (await readProvability(db)).status === 'provable';
}

/** Draws conclusions from a block with transactions that is going to be stored. */
async function learn(findings: readonly Finding[], { options, state }: Context): Promise<void> {
  const { db, log } = options;
  if (await isCleared(db, state)) state.exempt.clear();
  for (const [check, exemption] of state.exempt) {
    const hasFailed = findings.some((finding) => finding.check === check && finding.kind !== 'unsigned');
    exemption.passed = hasFailed ? 0 : exemption.passed + 1;
    if (exemption.passed >= exemption.needed) state.exempt.delete(check);
  }
  const status = state.exempt.size > 0 ? 'unprovable' : 'provable';
  const checks = [...state.exempt.keys()];
  const learned = `${status} ${checks.join(' ')}`;
  if (learned === state.learned) return;
  const [first] = state.exempt.values();
  await storeProvability(db, { status, reason: first?.reason ?? null, checks });
  state.status = status;
  state.learned = learned;
  log.info({ status, checks, reason: first?.reason }, 'whether blocks of this chain can be proven');
}
