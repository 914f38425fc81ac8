import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeAaveAction } from './aave-v3';
import {
  type ActionFacts,
  createFactLookup,
  type FactLookup,
  type MissingFacts,
  type TransactionAction,
} from './action';
import type { ActionContracts } from './action-contracts';
import {
  decodeMintedPosition,
  decodePoolAction,
  describeMintedPositions,
  type MintedPosition,
} from './uniswap-v3';

type Step = EvmLog | MintedPosition[];

type ActionContext = Readonly<{
  blockNumber: number;
  contracts: ActionContracts;
  facts: ActionFacts;
}>;

/**
 * The actions of ONE transaction, in log order; positions minted by one manager to one owner are merged at the
 * first. Actions with unknown facts are left out: look up `missing` and decode again (twice at most, as a pool
 * reveals its tokens).
 */
export function decodeActions(
  logs: readonly EvmLog[],
  context: ActionContext,
): { actions: TransactionAction[]; missing: MissingFacts } {
  const facts = createFactLookup(context.facts);
  const actions = groupSteps(logs, context.contracts.positionManagers).flatMap((step) => {
    const action = isPositions(step)
      ? describeMintedPositions(step, context.blockNumber, facts)
      : decodeEvent(step, context, facts);
    return action ? [action] : [];
  });
  return { actions, missing: facts.listMissing() };
}

function groupSteps(logs: readonly EvmLog[], managers: ReadonlySet<string>): Step[] {
  const steps: Step[] = [];
  const minted = new Map<string, MintedPosition[]>();
  for (const log of logs) {
    const position = decodeMintedPosition(log, managers);
    const key = position && `${position.manager}${position.to}`;
    const group = key === undefined ? undefined : minted.get(key);
    if (position === undefined || key === undefined) steps.push(log);
    else if (group) group.push(position);
    else {
      const positions = [position];
      minted.set(key, positions);
      steps.push(positions);
    }
  }
  return steps;
}

function isPositions(step: Step): step is MintedPosition[] {
  return Array.isArray(step);
}

function decodeEvent(
  log: EvmLog,
  { blockNumber, contracts }: ActionContext,
  facts: FactLookup,
): TransactionAction | undefined {
  const isAave = contracts.aavePools?.has(bufferToHex(log.address)) ?? true;
  const action = isAave ? decodeAaveAction(log, blockNumber, facts) : undefined;
  return action ?? decodePoolAction(log, facts);
}
