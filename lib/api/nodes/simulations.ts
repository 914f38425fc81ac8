import type { StateOverrides } from '@/lib/evm/state-overrides';
import type { RpcBlock } from '@/lib/rpc/block';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlock, fetchHead } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import { type Simulated, simulateCalls } from '@/lib/rpc/simulation';
import type { SimulatedCall } from '@/lib/rpc/simulation-params';
import { createChainNodes, type NodeAnswer, type NodeOptions } from './chain-nodes';

/**
 * Calls to execute after a block, or in place of its transaction at `position`; `hash` is that transaction's, where the node has
 * to have it. `callsOf` makes them, given the block; undefined when that has no such place.
 */
export type WantedSimulation = Readonly<{
  /** The same for the same request alone. */
  subject: string;
  height: number | 'latest';
  position: number | null;
  hash: Buffer | undefined;
  callsOf(block: RpcBlock): readonly SimulatedCall[] | undefined;
  overrides: StateOverrides;
}>;
/** How calls ended, or why they were not executed: in the words of the node, or as the block is not there. */
export type SimulationOutcome = Readonly<
  | { block: RpcBlock; calls: readonly SimulatedCall[]; simulated: Simulated }
  | { refusal: string; field: 'calls' | 'block_number' | 'position' }
>;
/** Executes calls at a node of a chain. */
export type Simulations = (
  chainId: number,
  wanted: WantedSimulation,
) => Promise<NodeAnswer<SimulationOutcome>>;

const LIMITS = { timeoutMs: 10_000, maxConcurrent: 4, maxPerSecond: 10, maxAnswerBytes: 8 * 1024 * 1024 };

/** Executes calls at the configured chains' nodes. */
export function createSimulations(options: NodeOptions): Simulations {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const timeoutMs = options.timeoutMs ?? LIMITS.timeoutMs;
  // a circuit of its own: what one caller wants may take too long
  return (chainId, wanted) => {
    const until = performance.now() + timeoutMs;
    return request(chainId, (rpc) => simulate(rpc, wanted, until), { subject: wanted.subject });
  };
}

async function simulate(rpc: Rpc, wanted: WantedSimulation, until: number): Promise<SimulationOutcome> {
  const { position, hash, overrides } = wanted;
  const height = wanted.height === 'latest' ? await fetchHead(rpc) : wanted.height;
  const block = await fetchBlock(rpc, height);
  if (!block) return { refusal: 'The node does not have this block', field: 'block_number' };
  const isSame = hash === undefined || block.transactions.some((one) => one.hash.equals(hash));
  const calls = isSame ? wanted.callsOf(block) : undefined;
  if (!calls) return { refusal: 'The block of the node has no such transaction', field: 'position' };
  try {
    const simulated = await simulateCalls(rpc, { block, position, calls, overrides, until });
    return { block, calls, simulated };
  } catch (error) {
    if (error instanceof RpcError && error.refusal === 'refused')
      return { refusal: `The node refuses it: ${error.text}`, field: 'calls' };
    throw error;
  }
}
