import type { Database, Sql } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { type CompilerChoice, openCompilers } from './compilers';
import { createOutlines, type Outlines } from './outlines';
import { createCheckRunner, type RunCheck } from './run-check';
import { openVerificationQueue, type VerificationQueue } from './verification-queue';
import { type VerificationParts, verifyContract } from './verify-contract';

/** Verification of contracts: its queue, and the compilers that there are. */
export type Verifications = Pick<VerificationQueue, 'add' | 'find'> &
  Readonly<{ listCompilers(): Promise<CompilerChoice>; outline: Outlines }>;

type Options = Readonly<{
  /** Of one connection. */
  queueSql: Sql;
  openChain(chainId: number): Database;
  fetchCode: VerificationParts['fetchCode'];
  compilersDir: string;
  compilersUrl: string | undefined;
  runCheck?: RunCheck;
  /** The program that makes outlines. */
  program?: string;
  log: Logger;
}>;

const RETRY_MS = 5_000;

/** Opens the queue as soon as the database is there, and carries out what it holds until `stop`. */
export function openVerifications({ queueSql, log, ...options }: Options): Verifications & {
  stop(): Promise<void>;
} {
  const compilers = openCompilers({ folder: options.compilersDir, registry: options.compilersUrl, log });
  const parts: VerificationParts = {
    openChain: options.openChain,
    fetchCode: options.fetchCode,
    compilers,
    runCheck: options.runCheck ?? createCheckRunner({ log }),
  };
  const stopping = new AbortController();
  const open = () =>
    openVerificationQueue({
      sql: queueSql,
      log,
      carryOut: (job, signal) => verifyContract(parts, job, signal),
    });
  let opening = open();
  const prepared = (async () => {
    while (!stopping.signal.aborted) {
      try {
        return await opening;
      } catch (error) {
        log.warn({ error }, 'could not open the verification queue; retrying');
        await pause(RETRY_MS, stopping.signal);
        if (!stopping.signal.aborted) opening = open();
      }
    }
    return undefined;
  })();
  return {
    listCompilers: compilers.list,
    outline: createOutlines({ compilers, log, signal: stopping.signal, program: options.program }),
    add: async (job, client) => (await opening).add(job, client),
    find: async (id) => (await opening).find(id),
    stop: async () => {
      stopping.abort();
      await (await prepared)?.stop();
    },
  };
}
