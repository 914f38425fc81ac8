import type { SignatureNames } from '@/lib/api/names/signature-names';
import type { AccountStates } from '@/lib/api/nodes/account-states';
import type { TransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { createServices, type NodeServices, type Services } from '@/lib/api/services';
import { NO_NAMES } from '@/lib/evm/name-lookups';
import type { SignatureMaps } from '@/lib/evm/signatures';

const refuse = async () => ({ kind: 'refused' }) as const;

/** Nothing is known. */
export const NO_STATES: AccountStates = {
  nonces: async (_, items) => items.map(() => undefined),
  codes: async (_, items) => items.map(() => undefined),
  slots: async (_, items) => items.map(() => undefined),
  calls: async (_, items) => items.map(() => undefined),
};

/** Everything is refused. */
export const NO_TRACES: TransactionTraces = { calls: refuse, stateDiff: refuse, storageWrites: refuse };

const NO_NODES: NodeServices = {
  accountState: NO_STATES,
  coinBalance: async () => undefined,
  tokenBalances: async () => [],
  contractCode: async () => undefined,
  codeFacts: async () => undefined,
  ensNames: { resolve: async () => undefined, want: async () => undefined },
  traces: NO_TRACES,
  failureTraces: refuse,
  stepTraces: refuse,
  gasTraces: refuse,
  simulations: refuse,
  blockProof: async () => ({ kind: 'unavailable', why: 'absent', retryMs: undefined }),
  nodeTransaction: async () => undefined,
  jsonRpc: async () => ({
    error: { code: -32002, message: 'No node of this chain is available' },
    retryMs: null,
  }),
  lookUp: async () => undefined,
  verification: undefined,
};

const BUILT_IN_NAMES: SignatureNames = {
  open: () => ({ find: () => NO_NAMES, load: async () => new Map(), list: async () => [] }),
  lookedUpFunctions: () => new Map(),
};

/** Services without nodes, but for those that are given. */
export function createNodelessServices(
  signatures: readonly SignatureMaps[],
  nodes: Partial<NodeServices> = {},
  names: SignatureNames = BUILT_IN_NAMES,
): Services {
  return createServices(signatures, { ...NO_NODES, ...nodes }, names);
}
