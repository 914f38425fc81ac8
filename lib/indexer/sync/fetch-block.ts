import pLimit from 'p-limit';
import pMap from 'p-map';
import { AppError } from '@/lib/errors';
import { recoverAuthority } from '@/lib/evm/recover-authority';
import { findNewerHeader } from '@/lib/proof/header';
import { createBackoff, pause } from '@/lib/retry';
import type { RpcBlock } from '@/lib/rpc/block';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlock, fetchCall, fetchReceipts } from '@/lib/rpc/methods';
import { type BlockTraces, fetchTraces, type TraceMethod } from '@/lib/rpc/traces';
import { type BlockBundle, matchReceipts, requireLinked, weighBundle } from './bundle';
import { fetchAccessList } from './fetch-access-list';
import { MAX_WEIGHT, type Range } from './plan';
import type { Comparison, Prover } from './prover';

/**
 * The trace method of a node, null for none; shared by all that read from it, as it may be found later. Before
 * `listsAfter` (Unix ms) no access lists are requested, as one was not answered in time.
 */
export type Tracing = { method: TraceMethod | null; listsAfter?: number };

/** The node, its trace method, and the prover, if blocks are proven. `isDropped`: nobody waits for the rest of the range. */
export type BlockSource = Readonly<{
  rpc: Rpc;
  tracing: Tracing;
  prover?: Prover | undefined;
  isDropped?: (() => boolean) | undefined;
}>;

/** Blocks of a range that are fetched at once: at first, at least, and at most if they are light. */
const AT_ONCE = { first: 32, least: 6, most: 64 };
/** Failed transactions of one block that are replayed. */
const MAX_REPLAYS = 100;
const REPLAY_CONCURRENCY = 8;
const MISSING_RETRIES = 3;
const MISSING_BACKOFF = { firstMs: 200, maxMs: 800 };

/**
 * Fetches the blocks of the range, each consistent and the parent of the next; fewer when they exceed the weight of a
 * batch, which bounds memory. Throws AppError, retryable when the node failed, lags behind, or reorganized meanwhile.
 */
export async function fetchRange(source: BlockSource, range: Range): Promise<BlockBundle[]> {
  const heights = Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index);
  const limit = pLimit(AT_ONCE.first);
  let [weight, count] = [0, 0];
  const fetch = async (height: number) => {
    // Heights are taken in order, so only the end of the range is skipped.
    if (weight > MAX_WEIGHT || source.isDropped?.()) return undefined;
    const bundle = await fetchBundle(source, height);
    weight += weighBundle(bundle);
    count += 1;
    const light = Math.floor((MAX_WEIGHT * count) / weight);
    limit.concurrency = Math.max(AT_ONCE.least, Math.min(AT_ONCE.most, light));
    return bundle;
  };
  const bundles = await Promise.all(heights.map((height) => limit(fetch, height)));
  const fetched = bundles.filter((bundle) => bundle !== undefined);
  requireLinked(fetched);
  return fetched;
}

/** One block with receipts, traces if the node has them, and replays of failed transactions without traced output. */
export async function fetchBundle(source: BlockSource, height: number): Promise<BlockBundle> {
  const proven = await fetchProven(source, height);
  const { block, receipts } = proven;
  const [{ traces, refusal }, accessList] = await Promise.all([
    fetchBlockTraces(source, proven),
    fetchAccessList(source, { ...block, transactionsCount: block.transactions.length }),
  ]);
  const [{ replays, ...replayed }, authorities] = await Promise.all([
    fetchReplays(source, { block, receipts, traces }),
    recoverAuthorities(block),
  ]);
  return { ...proven, traces, replays, authorities, accessList, refusal: refusal ?? replayed.refusal };
}

/** One block with receipts, without traces, replays and access list. */
export async function fetchBareBundle(source: BlockSource, height: number): Promise<BlockBundle> {
  const proven = await fetchProven(source, height);
  const authorities = await recoverAuthorities(proven.block);
  return { ...proven, authorities, traces: null, replays: new Map(), refusal: null, accessList: null };
}

type ProvenBlock = Pick<BlockBundle, 'block' | 'receipts' | 'isProven'>;
type FetchedBlock = Parameters<Prover['prove']>[0];

/** Every how many heights an unproven block is fetched from the other endpoints too, which may prove it. */
const COMPARE_EVERY = 16;

/**
 * A block with its receipts. If they came from different endpoints and do not match, both are fetched from each
 * endpoint to find the one with correct data and bench the other.
 */
async function fetchProven({ rpc, prover }: BlockSource, height: number): Promise<ProvenBlock> {
  const fetched = await fetchBlockAndReceipts(rpc, height);
  const { block, receipts, answeredBy } = fetched;
  if (!prover) return { block, receipts, isProven: false };
  const elsewhere: { found?: ProvenBlock | undefined } = {};
  const compare = async (): Promise<Comparison> => {
    if (await isSharedHeader(rpc, block)) return 'shared';
    elsewhere.found = await proveElsewhere({ rpc, prover }, fetched);
    return elsewhere.found ? 'proven' : 'unclear';
  };
  try {
    const isProven = await prover.prove({ ...fetched, rpc, ...(rpc.hosts.length > 1 && { compare }) });
    if (isProven || rpc.hosts.length === 1 || height % COMPARE_EVERY !== 0)
      return { block, receipts, isProven };
    return (await proveElsewhere({ rpc, prover }, fetched)) ?? { block, receipts, isProven };
  } catch (error) {
    if (elsewhere.found) return elsewhere.found;
    if (answeredBy.length < 2 || !isAboutAnswer(error)) throw error;
    const found = await proveElsewhere({ rpc, prover }, fetched);
    if (found) return found;
    throw error;
  }
}

/** Whether every endpoint has this block, with a header newer than this version. */
async function isSharedHeader({ endpoints }: Rpc, { number, hash }: RpcBlock): Promise<boolean> {
  const blocks = await Promise.all(
    endpoints.map((endpoint) => fetchBlock(endpoint, number).catch(() => undefined)),
  );
  return blocks.every((block) => block?.hash.equals(hash) && findNewerHeader(block) !== undefined);
}

/** The block from an endpoint that proves it, the last responders first; undefined when none does. */
async function proveElsewhere(
  { rpc, prover }: Readonly<{ rpc: Rpc; prover: Prover }>,
  { block: { number: height }, answeredBy }: FetchedBlock,
): Promise<ProvenBlock | undefined> {
  const isResponder = ({ hosts }: Rpc) => hosts.some((host) => answeredBy.includes(host));
  const endpoints = [...rpc.endpoints].sort(
    (one, other) => Number(isResponder(other)) - Number(isResponder(one)),
  );
  for (const endpoint of endpoints) {
    // Mixed responses do not show which endpoint is wrong; one that returned both was already tried.
    if (answeredBy.length === 1 && isResponder(endpoint)) continue;
    try {
      const fetched = await fetchBlockAndReceipts(endpoint, height);
      const isProven = await prover.prove({ ...fetched, rpc });
      if (!isProven) continue;
      // One of two mismatching endpoints is right, so the other returned bad data.
      const [wrong, ...others] = answeredBy.filter((host) => !endpoint.hosts.includes(host));
      if (wrong !== undefined && others.length === 0)
        rpc.bench(wrong, `block ${height}: ${endpoint.hosts.join()} proves another answer`);
      return { block: fetched.block, receipts: fetched.receipts, isProven };
    } catch (error) {
      if (!isAboutAnswer(error)) throw error;
    }
  }
  return undefined;
}

function isAboutAnswer(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'node_answer' || error.code === 'node_unreachable');
}

/** Asked again when something is missing: a node behind a load balancer may lag, or lose it now and then. */
async function fetchBlockAndReceipts(rpc: Rpc, height: number): Promise<FetchedBlock> {
  const backoff = createBackoff(MISSING_BACKOFF);
  for (;;) {
    const observed = rpc.observe();
    const blockRequest = fetchBlock(observed, height);
    const hashesOf = async () => (await blockRequest)?.transactions.map(({ hash }) => hash) ?? [];
    const [block, unordered] = await Promise.all([blockRequest, fetchReceipts(observed, height, hashesOf)]);
    if (block && unordered) {
      const receipts = matchReceipts(block, unordered);
      return { block, receipts, rpc, answeredBy: observed.answeredBy() };
    }
    const missing = block ? `the receipts of block ${height}` : `block ${height}`;
    if (backoff.failures >= MISSING_RETRIES)
      throw new AppError('node_answer', `The node does not have ${missing} yet.`);
    await pause(backoff.next());
  }
}

/** Without traces that contradict a proven block, whose endpoint is benched. */
async function fetchBlockTraces(
  { rpc, tracing: { method } }: BlockSource,
  proven: Pick<BlockBundle, 'block' | 'receipts' | 'isProven'>,
): Promise<BlockTraces> {
  if (method === null || proven.block.transactions.length === 0) return { traces: null, refusal: null };
  const view = rpc.observe();
  const fetched = await fetchTraces(view, method, proven);
  const [host, ...others] = view.answeredBy();
  if (fetched.contradiction && host !== undefined && others.length === 0)
    rpc.bench(host, fetched.contradiction);
  return fetched;
}

/**
 * The output of failed transactions when called on the parent block's state, where no trace has it (some trace_block
 * nodes omit the output of a reverted call). In the block, after other transactions, it may have differed: such rows
 * say `replay`.
 */
async function fetchReplays(
  { rpc, tracing: { method } }: BlockSource,
  { block, receipts, traces }: Pick<BlockBundle, 'block' | 'receipts' | 'traces'>,
): Promise<Readonly<{ replays: Map<number, Buffer>; refusal: AppError | null }>> {
  const hasRevertOutput = method === 'debug_traceBlockByNumber';
  const failed = block.transactions
    .filter(({ index }) => receipts[index]?.status === 0)
    .filter(({ index }) => (hasRevertOutput ? !traces?.[index] : !traces?.[index]?.revertOutput))
    .slice(0, MAX_REPLAYS);
  const replays = new Map<number, Buffer>();
  let refusal: AppError | null = null;
  if (block.number === 0) return { replays, refusal };
  await pMap(
    failed,
    async ({ index, from, to, value, input, gasLimit }) => {
      const call = { from, to, value, data: input, gas: gasLimit };
      const outcome = await fetchCall(rpc, call, block.number - 1);
      if (outcome.kind === 'reverted' && outcome.output !== null) replays.set(index, outcome.output);
      if (outcome.kind === 'refused' && outcome.error.refusal === 'transient') refusal = outcome.error;
    },
    { concurrency: REPLAY_CONCURRENCY },
  );
  return { replays, refusal };
}

async function recoverAuthorities(block: RpcBlock): Promise<Map<number, (Buffer | null)[]>> {
  const authorities = new Map<number, (Buffer | null)[]>();
  for (const { index, authorizations } of block.transactions) {
    if (authorizations.length === 0) continue;
    authorities.set(index, await Promise.all(authorizations.map(recoverAuthority)));
  }
  return authorities;
}
