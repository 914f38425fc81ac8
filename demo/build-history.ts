import { deriveAccounts } from './accounts';
import { addEverydayBlock } from './activity/everyday';
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
import { tellStories } from './history/stories';
import { moveTokens } from './history/tokens';
import { upgradeProtocol } from './history/upgrade';
import type { NodeRequest } from './node-request';
import { createRandom } from './random';

export const HISTORY_HEIGHT = 466;
/**
 * Hash of the latest block of the test profile. Every change of the history changes it, so it also identifies the
 * version of the history that a stored chain was built with.
 */
export const HISTORY_FINGERPRINT = '0x5a358cc65ef819861981f1f789e405f7a5a5dc77d19bcbd809a10c69cec6cd5f';

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
/** Blocks of everyday activity after each section. */
const EVERYDAY_BLOCKS = 29;
/** What follows when everybody has joined: newer host contracts, and what is made with them. */
const LATER_SECTIONS = [upgradeProtocol, tellStories];
const LATER_EVERYDAY_BLOCKS = 6;

/** Builds the whole history on a fresh node: the same transactions every time, at the given timestamps. */
export async function buildHistory(
  request: NodeRequest,
  timestampOf: (height: number) => number,
): Promise<DemoChain> {
  const chain = await createDemoChain({ request, accounts: deriveAccounts(), timestampOf });
  const random = createRandom('everyday');
  for (const [index, write] of SECTIONS.entries()) {
    await write(chain);
    for (let count = 0; count < EVERYDAY_BLOCKS; count++)
      await addEverydayBlock(chain, { random, joined: (index + count / EVERYDAY_BLOCKS) / SECTIONS.length });
  }
  for (const write of LATER_SECTIONS) {
    await write(chain);
    for (let count = 0; count < LATER_EVERYDAY_BLOCKS; count++)
      await addEverydayBlock(chain, { random, joined: 1 });
  }
  return chain;
}
