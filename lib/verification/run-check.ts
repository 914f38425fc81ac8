import type { Logger } from '@/lib/log';
import { message } from '@/lib/messages/message';
import { CHECK_PROGRAM, runProgram } from './run-program';
import { CHECK_LIMITS, type CheckResult, checkResult, type SourceCheck } from './source-check';

/** Runs a check in a process of its own. Rejects only when `signal` aborts. */
export type RunCheck = (check: SourceCheck, signal: AbortSignal) => Promise<CheckResult>;

type Options = Readonly<{ log: Logger; program?: string; timeMs?: number }>;

/** Runs checks with limits on time, memory and output; logs why one has no result. */
export function createCheckRunner({
  log,
  program = CHECK_PROGRAM,
  timeMs = CHECK_LIMITS.timeMs,
}: Options): RunCheck {
  return async (check, signal) => {
    const run = await runProgram({ program, input: check, timeMs, signal });
    if ('answer' in run) return checkResult.parse(run.answer);
    const { chainId, address, compilerVersion } = check;
    log.warn({ chain: chainId, address, compilerVersion, ...run }, 'a verification has no result');
    return { outcome: 'no match', reason: message(run.outcome) };
  };
}
