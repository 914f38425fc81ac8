import type { ChainConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { fetchBlock, fetchBlockLink, fetchChainId, fetchHead } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import { probeTraces } from '@/lib/rpc/traces';
import { type Finding, findingsOf } from './finding';

const TIMEOUT_MS = 10_000;
/** Seconds. Slow chains have a block in a few minutes. */
const MAX_HEAD_AGE = 1_800;
const MAX_CLOCK_AHEAD = 60;
const MAX_BLOCKS_BEHIND = 20;

/** What an endpoint says of itself and its chain; times in Unix seconds. */
export type EndpointFacts = Readonly<{
  chainId: number;
  head: number;
  headTime: number;
  hasFinalized: boolean;
  hasTraces: boolean;
  hasBlockReceipts: boolean;
}>;
type EndpointAnswer = Readonly<{ host: string; facts: EndpointFacts | { problem: string } }>;

/** Asks every endpoint of every chain by itself. */
export async function checkNodes(chains: readonly ChainConfig[], now: number): Promise<Finding[]> {
  if (chains.length === 0) {
    const { warning } = findingsOf('node');
    return [warning('none: a demo chain is shown', 'Set RPC_URL, or CHAINS_FILE for several chains.')];
  }
  const judged = await Promise.all(
    chains.map(async (chain) =>
      judgeEndpoints(await Promise.all(chain.rpcUrls.map(fetchFacts)), { id: chain.id, now }),
    ),
  );
  return judged.flat();
}

async function fetchFacts(url: string): Promise<EndpointAnswer> {
  const rpc = createRpc({ urls: [url], timeoutMs: TIMEOUT_MS, retries: 0 });
  const host = new URL(url).host;
  try {
    return { host, facts: await readFacts(rpc) };
  } catch (error) {
    if (error instanceof AppError) return { host, facts: { problem: error.message } };
    throw error;
  }
}

async function readFacts(rpc: Rpc): Promise<EndpointFacts> {
  const chainId = await fetchChainId(rpc);
  const head = await fetchHead(rpc);
  const block = await fetchBlock(rpc, head);
  return {
    chainId,
    head,
    headTime: block?.timestamp ?? 0,
    hasFinalized: await isOffered(() => fetchBlockLink(rpc, 'finalized')),
    hasTraces: (await probeTraces(rpc, head)) !== null,
    hasBlockReceipts: await isOffered(() => rpc.request('eth_getBlockReceipts', [`0x${head.toString(16)}`])),
  };
}

async function isOffered(request: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await request()) !== undefined;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

/** Judges what the endpoints of a chain said; `id` is the configured one, `now` in Unix seconds. */
export function judgeEndpoints(
  answers: readonly EndpointAnswer[],
  { id, now }: Readonly<{ id: number | undefined; now: number }>,
): Finding[] {
  const known = answers.flatMap(({ facts }) => ('problem' in facts ? [] : [facts]));
  const chainId = id ?? known[0]?.chainId;
  const highest = Math.max(...known.filter((facts) => facts.chainId === chainId).map(({ head }) => head));
  return answers.flatMap(({ host, facts }) => {
    const subject = `node ${host}${chainId === undefined ? '' : `, chain ${chainId}`}`;
    const { ok, failure } = findingsOf(subject);
    if ('problem' in facts)
      return [failure(facts.problem, 'Start the node, or correct its URL; the others are used meanwhile.')];
    if (facts.chainId !== chainId)
      return [failure(`it is of chain ${facts.chainId}`, 'Correct the URL or the id: it is not used.')];
    const findings = [...judgeHead(subject, facts, { now, highest }), ...judgeMethods(subject, facts)];
    return findings.length > 0
      ? findings
      : [ok(`head ${facts.head}, with traces, receipts by block and finality`)];
  });
}

function judgeHead(
  subject: string,
  { head, headTime }: EndpointFacts,
  { now, highest }: Readonly<{ now: number; highest: number }>,
): Finding[] {
  const { warning } = findingsOf(subject);
  if (headTime - now > MAX_CLOCK_AHEAD)
    return [
      warning(
        `its latest block is ${headTime - now} s in the future`,
        'Set the clock of this machine (timedatectl): rate limits and ages of blocks depend on it.',
      ),
    ];
  if (highest - head > MAX_BLOCKS_BEHIND)
    return [
      warning(
        `it is ${highest - head} blocks behind another endpoint`,
        'Let it synchronize, or put it last.',
      ),
    ];
  if (now - headTime > MAX_HEAD_AGE)
    return [
      warning(
        `its latest block, ${head}, is ${Math.floor((now - headTime) / 60)} minutes old`,
        'See whether the node is synchronized and has peers; a chain without transactions may make no blocks.',
      ),
    ];
  return [];
}

function judgeMethods(subject: string, facts: EndpointFacts): Finding[] {
  const { warning } = findingsOf(subject);
  const lacking = (has: boolean, text: string, advice: string) => (has ? [] : [warning(text, advice)]);
  return [
    ...lacking(
      facts.hasTraces,
      'it offers no traces',
      'Enable the debug (or trace) namespace: internal transactions and reasons of failures need it.',
    ),
    ...lacking(
      facts.hasBlockReceipts,
      'it has no eth_getBlockReceipts',
      'Each receipt is requested by itself, which is slow: upgrade the node.',
    ),
    ...lacking(
      facts.hasFinalized,
      'it does not say what is finalized',
      'Blocks count as finalized 64 below the head: fine for a development chain.',
    ),
  ];
}
