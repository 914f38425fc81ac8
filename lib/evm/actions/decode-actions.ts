import type { EvmLog } from '@/lib/evm/decode-transfers';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeAaveAction, isAaveEvent } from './aave-v3';
import {
  createFactLookup,
  type FactLookup,
  type KnownFacts,
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

/** One event, or all positions that one owner got from one manager. */
type Step = EvmLog | MintedPosition[];

/** Beside the logs: the height of their block, the contracts to believe, and what is known of tokens and pools. */
type ActionContext = Readonly<{
  blockNumber: number;
  contracts: ActionContracts;
  facts: KnownFacts;
}>;

/**
 * The actions among the logs of ONE transaction, in their order; NFTs that one position manager hands to one owner
 * are one action, at the place of the first. An action whose facts are not known is left out and `missing` says what
 * to look up before asking again (the tokens of a pool come to light only when the pool is known: twice at most).
 */
export function decodeActions(
  logs: readonly EvmLog[],
  context: ActionContext,
): { actions: TransactionAction[]; missing: MissingFacts } {
  const facts = createFactLookup(context.facts);
  const actions = gatherSteps(logs, context.contracts.positionManagers).flatMap((step) => {
    const action = isPositions(step)
      ? describeMintedPositions(step, context.blockNumber, facts)
      : decodeEvent(step, context, facts);
    return action ? [action] : [];
  });
  return { actions, missing: facts.listMissing() };
}

function gatherSteps(logs: readonly EvmLog[], managers: ReadonlySet<string>): Step[] {
  const steps: Step[] = [];
  const minted = new Map<string, MintedPosition[]>();
  for (const log of logs) {
    const position = decodeMintedPosition(log, managers);
    const key = position && `${position.manager}${position.to}`;
    const known = key === undefined ? undefined : minted.get(key);
    if (position === undefined || key === undefined) steps.push(log);
    else if (known) known.push(position);
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
  if (!isAaveEvent(log)) return decodePoolAction(log, facts);
  const isPool = contracts.aavePools?.has(bufferToHex(log.address)) ?? true;
  return isPool ? decodeAaveAction(log, blockNumber, facts) : undefined;
}
