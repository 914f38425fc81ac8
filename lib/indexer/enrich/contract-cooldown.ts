import { createBoundedCache } from '@/lib/bounded-cache';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import type { ArtifactSource } from './artifact-matches';

/** The sources of enrichment, and the contracts it skips for now. */
export type ContractSource = Readonly<{
  rpc: Rpc;
  db: Database;
  cooldown: ContractCooldown;
  artifacts?: ArtifactSource | undefined;
}>;

/** Contracts whose calls fail while the node responds to other requests: each is skipped for a while. */
export type ContractCooldown = Readonly<{
  /** The result of `work`; undefined when it fails because of the contract. Outages and rate limits are rethrown. */
  run<T>(address: Buffer, work: () => Promise<T>): Promise<T | undefined>;
  /** The question of a contract that answered, but lacked something: it is not asked again. */
  settle(question: string): void;
  isSettled(question: string): boolean;
  /** The contracts in cooldown now, as a PostgreSQL array literal. */
  toArrayLiteral(): string;
}>;

/** Short, because an outage of the node can look the same. */
const FIRST_COOLDOWN_MS = 1_000;
const MAX_COOLDOWN_MS = 10 * 60_000;
/** Above this, the contracts that failed longest ago are evicted. */
const MAX_CONTRACTS = 1_000;

type Cooldown = Readonly<{ until: number; ms: number }>;

/** An empty cooldown; each further failure of a contract doubles its duration. */
export function createContractCooldown(options: {
  rpc: Rpc;
  log: Logger;
  now?: () => number;
}): ContractCooldown {
  const { rpc, log, now = Date.now } = options;
  const cooldowns = createBoundedCache<string, Cooldown>({
    ...{ name: 'contract_cooldowns', maxBytes: 400 * MAX_CONTRACTS, maxKeys: MAX_CONTRACTS },
  });
  const settled = createBoundedCache<string, true>({
    ...{ name: 'settled_questions', maxBytes: 400 * MAX_CONTRACTS, maxKeys: MAX_CONTRACTS },
  });
  return {
    settle: (question) => settled.set(question, true),
    isSettled: (question) => settled.has(question),
    run: async (address, work) => {
      const key = address.toString('hex');
      try {
        const result = await work();
        cooldowns.delete(key);
        return result;
      } catch (error) {
        if (!isAboutContract(error)) throw error;
        await fetchHead(rpc);
        const last = cooldowns.get(key);
        const ms = last ? Math.min(2 * last.ms, MAX_COOLDOWN_MS) : FIRST_COOLDOWN_MS;
        log.warn({ error, contract: key, ms }, 'node fails on calls to a contract; backing off');
        cooldowns.set(key, { until: now() + ms, ms });
        return undefined;
      }
    },
    toArrayLiteral: () => {
      const cooling = [...cooldowns].filter(([, { until }]) => until > now());
      return toArrayLiteral(cooling.map(([key]) => Buffer.from(key, 'hex')));
    },
  };
}

/** False for rate limits and for failures of ours. */
function isAboutContract(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  if (error instanceof RpcError) return !error.isRateLimit;
  return error.code === 'node_answer' || error.code === 'node_unreachable';
}
