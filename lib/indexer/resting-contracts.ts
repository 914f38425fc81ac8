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

const REST_MS = 10 * 60_000;
/** Beyond it those that have rested longest are asked again. */
const MOST = 1_000;

/** Nobody rests yet: one contract that cannot be asked must not keep others from being asked. */
export function createRestingContracts(options: {
  rpc: Rpc;
  log: Logger;
  now?: () => number;
}): RestingContracts {
  const { rpc, log, now = Date.now } = options;
  const until = new Map<string, number>();
  return {
    ask: async (address, question) => {
      try {
        return await question();
      } catch (error) {
        if (!isOfOneQuestion(error)) throw error;
        await fetchHead(rpc);
        const key = address.toString('hex');
        log.warn({ error, contract: key }, 'a contract could not be asked about itself: it rests');
        until.delete(key);
        until.set(key, now() + REST_MS);
        for (const oldest of until.keys()) if (until.size > MOST) until.delete(oldest);
        return undefined;
      }
    },
    literal: () => {
      for (const [key, end] of until) if (end <= now()) until.delete(key);
      return toArrayLiteral([...until.keys()].map((key) => Buffer.from(key, 'hex')));
    },
  };
}

/** Whether it may be the question that the node fails at: not so a limit that it names, or a failure of ours. */
function isOfOneQuestion(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  if (error instanceof RpcError) return !error.retryable;
  return error.code === 'node_answer' || error.code === 'node_unreachable';
}
