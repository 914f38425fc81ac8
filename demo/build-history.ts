import { deriveAccounts } from './accounts';
import type { Anvil } from './anvil';
import { createDemoChain, type DemoChain } from './chain';
import { runApplications } from './history/applications';
import { moveConfidentially } from './history/confidential';
import { createContracts } from './history/creations';
import { moveEther } from './history/ether';
import { failInEveryWay } from './history/failures';
import { forgeLogs } from './history/forged-logs';
import { layFoundation } from './history/foundation';
import { issueHostileTokens } from './history/hostile-tokens';
import { playMedleys } from './history/medley';
import { runOperators } from './history/operators';
import { moveTokens } from './history/tokens';

/** Builds the whole history on a fresh node: the same transactions every time, at the given times. */
export async function buildHistory(
  anvil: Anvil,
  timestampOf: (height: number) => number,
): Promise<DemoChain> {
  const chain = await createDemoChain({ request: anvil.request, accounts: deriveAccounts(), timestampOf });
  for (const write of SECTIONS) await write(chain);
  return chain;
}

const SECTIONS: readonly ((chain: DemoChain) => Promise<void>)[] = [
  layFoundation,
  moveEther,
  moveTokens,
  createContracts,
  failInEveryWay,
  moveConfidentially,
  runApplications,
  issueHostileTokens,
  forgeLogs,
  playMedleys,
  runOperators,
];
