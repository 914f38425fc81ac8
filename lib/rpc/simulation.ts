import { AppError } from '@/lib/errors';
import {
  mergeOverrides,
  readStateAfter,
  type StateOverrides,
  sizeOfOverrides,
} from '@/lib/evm/state-overrides';
import type { RpcBlock } from './block';
import type { Rpc } from './client';
import { AnswerTooLargeError, NoAnswerError, RpcError } from './rpc-error';
import { type Execution, readCalled, readSimulated, readTraced } from './simulation-answers';
import { blockParams, blockTag, callParams, overrideParams, type SimulatedCall } from './simulation-params';
import { DEPOSIT_TYPE } from './transaction';

/** How calls were executed. */
type SimulationMethod = 'debug_traceCall' | 'eth_simulateV1' | 'eth_call';

/**
 * Calls that share state, after `block`, or with `position` in place of the block's transaction there. `overrides` are set before the
 * first one. Nothing is sent after `until`, by the monotonic clock in ms.
 */
export type Simulation = Readonly<{
  block: RpcBlock;
  position: number | null;
  calls: readonly SimulatedCall[];
  overrides: StateOverrides;
  until: number;
}>;
/** How the calls ended. `isAtPlace`: after the transactions that come before them in the block, else before all of these. */
export type Simulated = Readonly<{
  method: SimulationMethod;
  isAtPlace: boolean;
  executions: readonly Execution[];
}>;

/** Transactions of a block that are executed again to get to a place in it. */
const MAX_BEFORE = 60;
/** Accounts and slots that calls pass on to the next one. */
const MAX_PASSED_ON = 20_000;
const CALLS = { tracer: 'callTracer', tracerConfig: { withLog: true } };
const CHANGES = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } };
const NO_OVERRIDES: StateOverrides = new Map();
const INVALID_PARAMS = -32602;

/**
 * Executes calls by the first method that the node offers. Throws an RpcError where the node refuses them, as for want of coin or of
 * state, and AppError `node_unreachable` or `node_answer`.
 */
export async function simulateCalls(rpc: Rpc, simulation: Simulation): Promise<Simulated> {
  let lacking: unknown = new AppError('node_answer', 'The node executes no such calls.');
  for (const execute of [traceCalls, simulateInBlock, callOnce]) {
    try {
      const simulated = await execute(rpc, simulation);
      if (simulated) return simulated;
    } catch (error) {
      if (!isLacking(error)) throw error;
      lacking = error;
    }
  }
  throw lacking;
}

/** Whether another method may do: this one is missing, or takes or answers something else. */
function isLacking(error: unknown): boolean {
  if (error instanceof RpcError) return error.refusal === 'missing' || error.rpcCode === INVALID_PARAMS;
  if (error instanceof NoAnswerError || error instanceof AnswerTooLargeError) return false;
  return error instanceof AppError && error.code === 'node_answer';
}

function requireTime({ until }: Simulation): void {
  if (performance.now() > until) throw new AppError('node_unreachable', 'The node did not answer in time.');
}

/** Where calls are traced: the block of the state, further options, and the transactions to execute before. */
type TracePlace = Readonly<{
  tag: string;
  options: object;
  before: readonly SimulatedCall[];
  isAtPlace: boolean;
}>;

async function traceCalls(rpc: Rpc, simulation: Simulation): Promise<Simulated | undefined> {
  const { calls, overrides } = simulation;
  const place = await findTracePlace(rpc, simulation);
  const trace = async (call: SimulatedCall, tracer: object, state: StateOverrides) => {
    requireTime(simulation);
    const options = {
      ...tracer,
      ...place.options,
      ...(state.size > 0 && { stateOverrides: overrideParams(state) }),
    };
    return rpc.request('debug_traceCall', [callParams(call), place.tag, options]);
  };
  let state = NO_OVERRIDES;
  for (const call of place.before) state = passOn(state, await trace(call, CHANGES, state));
  state = mergeOverrides(state, overrides);
  const executions: Execution[] = [];
  for (const [at, call] of calls.entries()) {
    const root = await trace(call, CALLS, state);
    const isLast = at === calls.length - 1;
    const diff = await trace(call, CHANGES, state).catch((error: unknown) => {
      // what changed is then not known
      if (isLast && isLacking(error)) return undefined;
      throw error;
    });
    executions.push(readTraced(root, diff));
    if (!isLast) state = passOn(state, diff);
  }
  return { method: 'debug_traceCall', isAtPlace: place.isAtPlace, executions };
}

function passOn(state: StateOverrides, diff: unknown): StateOverrides {
  const after = readStateAfter(diff);
  if (after === undefined)
    throw new AppError('node_answer', 'The node answered with a malformed state diff.');
  const merged = mergeOverrides(state, after);
  if (sizeOfOverrides(merged) > MAX_PASSED_ON)
    throw new AppError('node_answer', 'The calls change too much state to pass it on.');
  return merged;
}

/** geth and reth go to a place in the block themselves; where a node does not, its earlier transactions are executed one by one. */
async function findTracePlace(rpc: Rpc, { block, position }: Simulation): Promise<TracePlace> {
  const tag = blockTag(block.number);
  if (position === null) return { tag, options: {}, before: [], isAtPlace: true };
  if (position > 0 && (await takesIndex(rpc, tag)))
    return { tag, options: { txIndex: `0x${position.toString(16)}` }, before: [], isAtPlace: true };
  const options = { blockOverrides: blockParams(block) };
  return { tag: blockTag(Math.max(0, block.number - 1)), options, ...findBefore(block, position) };
}

/** A node that ignores the index of a transaction answers also where the block has none. */
async function takesIndex(rpc: Rpc, tag: string): Promise<boolean> {
  const nobody = `0x${'0'.repeat(40)}`;
  try {
    await rpc.request('debug_traceCall', [
      { from: nobody, to: nobody },
      tag,
      { ...CALLS, txIndex: '0x7fffffff' },
    ]);
    return false;
  } catch (error) {
    if (error instanceof RpcError && error.refusal !== 'missing' && !error.isRateLimit) return true;
    throw error;
  }
}

function findBefore({ transactions }: RpcBlock, position: number): Pick<TracePlace, 'before' | 'isAtPlace'> {
  const before = transactions.slice(0, position);
  const isAtPlace = before.length <= MAX_BEFORE && before.every(({ type }) => type !== DEPOSIT_TYPE);
  return { before: isAtPlace ? before : [], isAtPlace };
}

/** Overrides are of the beginning of the block. Without a place it is the next block. */
async function simulateInBlock(rpc: Rpc, simulation: Simulation): Promise<Simulated | undefined> {
  const { block, position, calls, overrides } = simulation;
  const { before, isAtPlace } = findBefore(block, position ?? 0);
  requireTime(simulation);
  const payload = {
    blockStateCalls: [
      {
        ...(position !== null && { blockOverrides: blockParams(block) }),
        stateOverrides: overrideParams(overrides),
        calls: [...before, ...calls].map(callParams),
      },
    ],
    ...{ traceTransfers: true, validation: false },
  };
  const tag = blockTag(position === null ? block.number : Math.max(0, block.number - 1));
  const answer = await rpc.request('eth_simulateV1', [payload, tag]);
  const executions = readSimulated(answer, before.length + calls.length).slice(before.length);
  return { method: 'eth_simulateV1', isAtPlace, executions };
}

/** One call alone, on the state after a block. */
async function callOnce(rpc: Rpc, simulation: Simulation): Promise<Simulated | undefined> {
  const { block, position, calls, overrides } = simulation;
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0) return undefined;
  requireTime(simulation);
  const tag = blockTag(position === null ? block.number : Math.max(0, block.number - 1));
  const state = overrides.size > 0 ? [overrideParams(overrides)] : [];
  const execution = await rpc.request('eth_call', [callParams(call), tag, ...state]).then(
    (output) => readCalled(output, null),
    (error: unknown) => {
      if (error instanceof RpcError && error.refusal === 'reverted')
        return readCalled(error.data, error.text);
      throw error;
    },
  );
  return { method: 'eth_call', isAtPlace: (position ?? 0) === 0, executions: [execution] };
}
