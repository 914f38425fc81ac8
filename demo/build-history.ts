import { deriveAccounts } from './accounts';
import type { Anvil } from './anvil';
import { createDemoChain, type DemoChain } from './chain';
import { layFoundation } from './history/foundation';

/** Builds the whole history on a fresh node: the same transactions every time, at the given times. */
export async function buildHistory(
  anvil: Anvil,
  timestampOf: (height: number) => number,
): Promise<DemoChain> {
  const chain = await createDemoChain({ request: anvil.request, accounts: deriveAccounts(), timestampOf });
  for (const write of [layFoundation]) await write(chain);
  return chain;
}
