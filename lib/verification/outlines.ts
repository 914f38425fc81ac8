import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createBoundedCache } from '@/lib/bounded-cache';
import type { Logger } from '@/lib/log';
import type { MessageCode } from '@/lib/messages/message';
import type { Compilers } from './compilers';
import { type OutlineRequest, type OutlineResult, outlineResult } from './outline-sources';
import { CHECK_PROGRAM, runProgram } from './run-program';
import { CHECK_LIMITS } from './source-check';

/**
 * What the compiler tells of a contract's code, by a key of what is compiled; null where there is nothing to tell, or why it
 * does not: `source_compiling` while it compiles, or too much waits. Never rejects.
 */
export type Outlines = (
  key: string,
  wanted: Omit<OutlineRequest, 'compiler'>,
) => Promise<OutlineResult | MessageCode>;

type Options = Readonly<{
  compilers: Pick<Compilers, 'find'>;
  log: Logger;
  signal: AbortSignal;
  program?: string | undefined;
  now?: () => number;
}>;

const LIMITS = { timeMs: CHECK_LIMITS.timeMs, waitMs: 2_000, waiting: 4 };
const KEPT = { name: 'outlines', maxBytes: 32 * 1024 * 1024, maxKeys: 200, ttlMs: 3_600_000 };

type Compiled = Readonly<{ outline: OutlineResult | MessageCode; ttl: number }>;
/** A compiler that could not be fetched, or was ended: that may pass. */
const failed = (outline: MessageCode): Compiled => ({ outline, ttl: 60_000 });

/** Compiles sources in a process of its own, one after another; results are kept for an hour, failures for a minute. */
export function createOutlines({ compilers, log, signal, program = CHECK_PROGRAM, now }: Options): Outlines {
  const kept = createBoundedCache<string, Compiled>({ ...KEPT, now });
  const running = new Map<string, Promise<Compiled>>();
  const limit = pLimit(1);
  const compile = async (wanted: Omit<OutlineRequest, 'compiler'>): Promise<Compiled> => {
    const { compilerVersion } = wanted;
    try {
      const compiler = await compilers.find(compilerVersion.replace(/\+.*$/, ''));
      if ('missing' in compiler) return failed('source_compiler_missing');
      const input = { ...wanted, compiler: compiler.file };
      const run = await runProgram({ program, input, timeMs: LIMITS.timeMs, signal });
      if ('answer' in run) return { outline: outlineResult.parse(run.answer), ttl: KEPT.ttlMs };
      log.warn({ compilerVersion, ...run }, 'sources of a contract could not be compiled again');
      return failed(run.outcome);
    } catch (error) {
      if (!signal.aborted)
        log.warn({ error, compilerVersion }, 'sources of a contract could not be compiled again');
    }
    return failed('source_not_compiled');
  };
  return async (key, wanted) => {
    const known = kept.get(key);
    if (known !== undefined) return known.outline;
    if (!running.has(key) && running.size >= LIMITS.waiting) return 'source_compiling';
    const compiled = running.get(key) ?? limit(compile, wanted);
    running.set(key, compiled);
    void compiled.then((result) => {
      kept.set(key, result, { ttl: result.ttl });
      running.delete(key);
    });
    const outline = compiled.then((result) => result.outline);
    return Promise.race([outline, delay(LIMITS.waitMs, 'source_compiling' as const, { ref: false })]);
  };
}
