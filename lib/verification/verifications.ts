import { createHash } from 'node:crypto';
import { findCreationCode } from '@/lib/api/contract/verification-query';
import { hashCode } from '@/lib/db/hash-code';
import type { Database, Sql } from '@/lib/db/open-database';
import { storeVerification, type VerifiedSources } from '@/lib/db/verifications';
import { AppError } from '@/lib/errors';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import type { Logger } from '@/lib/log';
import { message } from '@/lib/messages/message';
import { pause } from '@/lib/retry';
import { type CompilerChoice, type Compilers, openCompilers } from './compilers';
import { createOutlines, type Outlines } from './outlines';
import { createCheckRunner, type RunCheck } from './run-check';
import type { CheckResult, StandardInput } from './source-check';
import { openVerificationQueue, type VerificationJob, type VerificationQueue } from './verification-queue';

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

type MatchResult = Extract<CheckResult, { outcome: 'matched' }>;

/** What a verification needs. `fetchCode` gives undefined when no node answers. */
type VerificationParts = Readonly<{
  openChain(chainId: number): Database;
  fetchCode(chainId: number, address: Buffer): Promise<Buffer | undefined>;
  compilers: Compilers;
  runCheck: RunCheck;
}>;

/** Carries out a job: compiles, compares, and stores a match. Throws AppError when it is worth another attempt. */
async function verifyContract(
  { openChain, fetchCode, compilers, runCheck }: VerificationParts,
  job: VerificationJob,
  signal: AbortSignal,
): Promise<CheckResult> {
  const db = openChain(job.chainId);
  const address = hexToBuffer(job.address);
  const runtime = await fetchCode(job.chainId, address);
  if (runtime === undefined)
    throw new AppError('node_unreachable', 'No node returned the bytecode of the contract.');
  if (runtime.length === 0) return { outcome: 'no match', reason: message('code_missing') };
  const compiler = await compilers.find(withoutCommit(job.compiler));
  if ('missing' in compiler) return { outcome: 'no match', reason: compiler.missing };
  const creation = await findCreationCode(db, address);
  const result = await runCheck(
    {
      chainId: job.chainId,
      address: job.address,
      runtimeCode: bufferToHex(runtime),
      creationCode: creation === null ? null : bufferToHex(creation),
      compilerVersion: job.compiler,
      compiler: compiler.file,
      input: job.input,
      target: job.target,
    },
    signal,
  );
  if (result.outcome !== 'matched') return result;
  const isStored = await storeVerification(db, address, toSources(result, job.input, runtime));
  return isStored ? result : { outcome: 'no match', reason: message('contract_not_indexed') };
}

function withoutCommit(version: string): string {
  return version.replace(/\+.*$/, '');
}

function toSources(
  found: MatchResult,
  { language, sources, settings }: StandardInput,
  code: Buffer,
): VerifiedSources {
  const abi = toJson(found.abi);
  return {
    name: Buffer.from(found.name),
    abi,
    abi_hash: createHash('sha256').update(abi).digest(),
    is_exact: found.isExact,
    verified_at: Math.floor(Date.now() / 1000),
    language: Buffer.from(language),
    compiler_version: Buffer.from(`v${found.compilerVersion}`),
    file_path: Buffer.from(found.path),
    compiler_settings: toJson({ ...settings, outputSelection: undefined }),
    sources: toJson(
      Object.fromEntries(Object.entries(sources).map(([path, { content }]) => [path, content])),
    ),
    constructor_arguments:
      found.constructorArguments === null ? null : hexToBuffer(found.constructorArguments),
    libraries: toJson(found.libraries),
    storage_layout: isRecord(found.storageLayout) ? toJson(found.storageLayout) : null,
    code_hash: hashCode(code),
  };
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
