import type { ChainConfig } from '@/lib/config';
import type { Logger } from '@/lib/log';
import { fetchCode } from '@/lib/rpc/methods';
import { createCache } from '../cache';
import { createChainNodes } from './chain-nodes';

/** The newest code of a contract; undefined when no node tells in time. */
export type ContractCodes = (chainId: number, address: Buffer) => Promise<Buffer | undefined>;

const LIMITS = { timeoutMs: 1_500, maxConcurrent: 32, maxPerSecond: 100, maxAnswerBytes: 1024 * 1024 };
const REMEMBERED_MS = 10_000;
/** Each may be tens of kilobytes. */
const MAX_REMEMBERED = 500;

/** Asks the nodes of the configured chains; what they say is remembered for some seconds. */
export function createContractCodes(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
}): ContractCodes {
  const ask = createChainNodes({ ...options, limits: LIMITS });
  const remembered = createCache<Buffer | undefined>({ ttlMs: REMEMBERED_MS, maxKeys: MAX_REMEMBERED });
  return (chainId, address) =>
    remembered(`${chainId}/${address.toString('latin1')}`, async () => {
      const answer = await ask(chainId, (rpc) => fetchCode(rpc, address));
      return answer.kind === 'answered' ? answer.value : undefined;
    });
}
