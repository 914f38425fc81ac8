import type { ResolvedChain } from '@/bin/common/resolve-chains';

/** The demo chain as the supervisor registers it, behind a node that does not answer. */
export const DEMO_REGISTRATION: ResolvedChain = {
  chainId: 31337,
  name: 'Demo',
  symbol: 'ETH',
  firstBlock: 0,
  firstBlockHash: null,
  isDemo: true,
  fheExecutor: null,
  rpcUrls: ['http://127.0.0.1:1'],
  endBlock: undefined,
};
