import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { MessageCode } from '@/lib/messages/message';
import { CHECK_LIMITS } from './source-check';

/** Built from bin/check-source.ts into the folder of the program that starts it. */
export const CHECK_PROGRAM = fileURLToPath(new URL('./check-source.mjs', import.meta.url));
/** File descriptor of the result; standard output is for what libraries print. */
const RESULT = 3;
/** Characters of what was printed that are logged. */
const MAX_PRINTED = 2_000;
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
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
}

type Run = Readonly<{ program: string; input: object; timeMs: number; signal: AbortSignal }>;
/** What a program answered; or why not, its exit code and the end of what it printed. */
type RunResult = Readonly<{ answer: unknown } | { outcome: MessageCode; code: unknown; printed: string }>;

/** Runs a program that compiles, with limits on time (ms), memory and output. Rejects only when `signal` aborts. */
export async function runProgram({ program, input, timeMs, signal }: Run): Promise<RunResult> {
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
    const readPrinted = keepEnd([child.stdout, child.stderr]);
    child.stdio[RESULT]?.on('data', (part: Buffer) => {
      size += part.length;
      if (size > CHECK_LIMITS.output) end('compiler_output_too_large');
      else parts.push(part);
    });
    // EPIPE: it ended before it had read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(input));
    const code = await new Promise((resolve) => {
      child.once('error', resolve);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code === 0 && reason === undefined)
      return { answer: JSON.parse(Buffer.concat(parts).toString('utf8')) };
    return { outcome: reason ?? 'compiler_crashed', code, printed: readPrinted() };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Drains streams; gives the end of what they held. */
function keepEnd(streams: readonly Readable[]): () => string {
  let printed = '';
  for (const stream of streams)
    stream.on('data', (part: Buffer) => {
      printed = (printed + part.toString('utf8')).slice(-MAX_PRINTED);
    });
  return () => printed;
}
