import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MessageCode, message } from '@/lib/messages/message';
import { CHECK_LIMITS, type CheckResult, checkResult, type SourceCheck } from './source-check';

/** Runs a check in a process of its own. Rejects only when `signal` aborts. */
export type RunCheck = (check: SourceCheck, signal: AbortSignal) => Promise<CheckResult>;

/** Built from bin/check-source.ts into the folder of the program that starts it. */
const PROGRAM = './check-source.mjs';
const PAGE = 64 * 1024;
const MIB = 1024 * 1024;

/** In a folder of its own for temporary files. */
function startProgram(program: string, folder: string) {
  const heap = Math.floor(CHECK_LIMITS.memory / 2 / MIB);
  const pages = Math.floor(CHECK_LIMITS.memory / 2 / PAGE);
  return spawn(process.execPath, [`--max-old-space-size=${heap}`, `--wasm-max-mem-pages=${pages}`, program], {
    // Without this process's environment, which has the operator's secrets.
    env: { NODE_ENV: 'production', PATH: '/usr/bin:/bin', TMPDIR: folder },
    cwd: folder,
    // In a group of its own: Ctrl-C is for the api, which ends it.
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Runs checks with limits on time, memory and output. */
export function createCheckRunner({
  program = fileURLToPath(new URL(PROGRAM, import.meta.url)),
  timeMs = CHECK_LIMITS.timeMs,
}: Readonly<{ program?: string; timeMs?: number }> = {}): RunCheck {
  return async (check, signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'check-'));
    const child = startProgram(program, folder);
    let reason: MessageCode | undefined;
    const end = (why: MessageCode) => {
      reason ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end('compiler_timeout'), timeMs);
    const abort = () => end('compiler_timeout');
    signal.addEventListener('abort', abort);
    try {
      const parts: Buffer[] = [];
      let size = 0;
      child.stdout.on('data', (part: Buffer) => {
        size += part.length;
        if (size > CHECK_LIMITS.output) end('compiler_output_too_large');
        else parts.push(part);
      });
      // EPIPE: it ended before it had read everything.
      child.stdin.on('error', () => undefined);
      child.stdin.end(JSON.stringify(check));
      const code = await new Promise((resolve) => {
        child.once('error', resolve);
        child.once('close', resolve);
      });
      signal.throwIfAborted();
      if (code !== 0 || reason !== undefined)
        return { outcome: 'no match', reason: message(reason ?? 'compiler_crashed') };
      return checkResult.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  };
}
