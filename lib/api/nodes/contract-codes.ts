import { fetchCode } from '@/lib/rpc/methods';
import { createCache } from '../cache';
import { createChainNodes, type NodeOptions } from './chain-nodes';

/**
 * Fetches a contract's code, after block `height` or the latest; undefined when no node answers in time. `indexed` is the
 * hash of the code that the index has read: a cached code is of no other one.
 */
export type ContractCodes = (
  chainId: number,
  address: Buffer,
  at?: Readonly<{ indexed?: Buffer | null; height?: number }>,
) => Promise<Buffer | undefined>;

const LIMITS = { timeoutMs: 1_500, maxConcurrent: 32, maxPerSecond: 100, maxAnswerBytes: 1024 * 1024 };
const TTL_MS = 10_000;
/** Each may take tens of kilobytes. */
const MAX_KEYS = 500;

/** Fetches codes from the configured chains' nodes, cached for 10 s. */
export function createContractCodes(options: NodeOptions): ContractCodes {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<Buffer | undefined>({ name: 'contract_codes', ttlMs: TTL_MS, maxKeys: MAX_KEYS });
  return (chainId, address, { indexed, height } = {}) =>
    cache(`${chainId}/${address.toString('latin1')}/${indexed?.toString('latin1')}/${height}`, async () => {
      const answer = await request(chainId, (rpc) => fetchCode(rpc, address, height ?? 'latest'));
      return answer.kind === 'answered' ? answer.value : undefined;
    });
}
