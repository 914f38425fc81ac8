import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';

/** What contracts are asked with: the node, the index, and those that are left alone for a while. */
export type ContractSource = Readonly<{ rpc: Rpc; db: Database; resting: RestingContracts }>;

/** Contracts of which the node answers nothing, though it answers. */
export type RestingContracts = Readonly<{
  /**
   * What `question` about a contract gives. When it fails while the node answers others, the contract rests and this
   * is undefined; a node that does not answer at all, or is asked too often, is the AppError that it was.
   */
  ask<T>(address: Buffer, question: () => Promise<T>): Promise<T | undefined>;
  /** Those that rest now, as a PostgreSQL array. */
  literal(): string;
}>;

/** An outage of the node that hits a contract once costs it no more than this. */
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 10 * 60_000;
/** Beyond it those that were last asked longest ago are asked again. */
const MOST = 1_000;

type Rest = Readonly<{ until: number; ms: number }>;

/** Nobody rests yet. Who rests again rests twice as long: one contract that cannot be asked must not keep others from being asked. */
export function createRestingContracts(options: {
  rpc: Rpc;
  log: Logger;
  now?: () => number;
}): RestingContracts {
  const { rpc, log, now = Date.now } = options;
  const rests = new Map<string, Rest>();
  return {
    ask: async (address, question) => {
      const key = address.toString('hex');
      try {
        const answer = await question();
        rests.delete(key);
        return answer;
      } catch (error) {
        if (!isOfOneQuestion(error)) throw error;
        await fetchHead(rpc);
        const before = rests.get(key);
        const ms = before ? Math.min(2 * before.ms, LONGEST_REST_MS) : FIRST_REST_MS;
        log.warn({ error, contract: key, ms }, 'a contract could not be asked about itself: it rests');
        rests.delete(key);
        rests.set(key, { until: now() + ms, ms });
        for (const oldest of rests.keys()) if (rests.size > MOST) rests.delete(oldest);
        return undefined;
      }
    },
    literal: () => {
      const resting = [...rests].filter(([, { until }]) => until > now());
      return toArrayLiteral(resting.map(([key]) => Buffer.from(key, 'hex')));
    },
  };
}

/** Whether it may be the question that the node fails at: not so a limit that it names, or a failure of ours. */
function isOfOneQuestion(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  if (error instanceof RpcError) return !error.retryable;
  return error.code === 'node_answer' || error.code === 'node_unreachable';
}
