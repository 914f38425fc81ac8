import { TRADERS } from '../accounts';
import type { DemoChain } from '../chain';
import type { Random } from '../random';
import * as actions from './actions';

const WEIGHTS: readonly (readonly [actions.Action, number])[] = [
  [actions.payEther, 20],
  [actions.payDollars, 22],
  [actions.trade, 12],
  [actions.payConfidentially, 10],
  [actions.wrapEther, 6],
  [actions.mintAstrolabe, 6],
  [actions.giveAstrolabe, 4],
  [actions.mintInstruments, 4],
  [actions.payOrbit, 4],
  [actions.approve, 3],
  [actions.playApplication, 5],
  [actions.overdraw, 2],
  [actions.wrapDollars, 2],
  [actions.computeBlindly, 2],
  [actions.createVault, 1],
];
const DECK = WEIGHTS.flatMap(([action, weight]) => Array.from({ length: weight }, () => action));

/**
 * Adds one block of ordinary activity, FHE included: one to three actions. `joined` (0 to 1) is the share of active
 * users; traders always are.
 */
export async function addEverydayBlock(
  chain: DemoChain,
  options: { random: Random; joined: number },
): Promise<void> {
  const { random, joined } = options;
  const everyone = chain.accounts.users;
  const users = everyone.slice(0, TRADERS + Math.round((everyone.length - TRADERS) * joined));
  const count = 1 + random.int(3);
  for (let index = 0; index < count; index++) await random.pick(DECK)({ chain, random, users });
  await chain.mine();
}
