import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EXIT_CONFIG } from '@/bin/common/run-program';
import { AppError } from '@/lib/errors';
import { keepRunning } from '@/lib/retry';
import type { RoleOutput } from './role-output';

/** The programs that are started beside each other. */
export type RoleName = 'web' | 'api' | 'indexer';

/** A role process that is started again when it dies. */
export type Role = Readonly<{
  name: RoleName;
  /** Process id of the process that runs now; undefined between two. */
  pid(): number | undefined;
  /** Rejects when the role cannot be kept alive; never settles otherwise. */
  failed: Promise<never>;
  /** Asks the process to stop, and ends it when it does not. */
  stop(): Promise<void>;
}>;

const MAX_RESTARTS = 8;
/** A role that ran this long has recovered: its restarts count from zero again. */
const STABLE_MS = 120_000;
const STOP_TIMEOUT_MS = 10_000;

/** Starts a role's program from `dist` with the given environment, and keeps it alive until `stop`. */
export function startRole(options: {
  name: RoleName;
  environment: NodeJS.ProcessEnv;
  output: RoleOutput;
  say: (line: string) => void;
}): Role {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  const launch = () => {
    child = launchRole(options);
    return child;
  };
  const alive = keepAlive({ name: options.name, launch, say: options.say, signal: stopping.signal });
  const failed = new Promise<never>((_, reject) => alive.catch(reject));
  failed.catch(() => undefined);
  return {
    name: options.name,
    pid: () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined),
    failed,
    stop: async () => {
      stopping.abort();
      if (child) await stopProcess(child);
      await alive.catch(() => undefined);
      options.output.close();
    },
  };
}

async function keepAlive(options: {
  name: RoleName;
  launch: () => ChildProcess;
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  const { name, launch, say, signal } = options;
  let hasRun = false;
  let ending: number | string = 'unknown';
  const isKept = await keepRunning({
    run: async () => {
      ending = await endOf(launch());
      // an indexer that has reached END_BLOCK has nothing more to do
      if (signal.aborted || (name === 'indexer' && ending === 0)) return 'done';
      // later it may be a node that is away for a while, which the start has found in order
      if (ending === EXIT_CONFIG && !hasRun)
        throw new AppError('config', `${name} refused to start; see the reason above.`);
      hasRun = true;
      return 'ended';
    },
    maxRestarts: MAX_RESTARTS,
    stableMs: STABLE_MS,
    signal,
    onRestart: (waitMs) => say(`[${name}] stopped (${ending}); restarting in ${waitMs / 1000} s`),
  });
  if (!isKept)
    throw new AppError('internal', `${name} stopped ${MAX_RESTARTS + 1} times (last: ${ending}): giving up.`);
}

function launchRole(options: { name: RoleName; environment: NodeJS.ProcessEnv; output: RoleOutput }) {
  const program = fileURLToPath(new URL(`./${options.name}.mjs`, import.meta.url));
  const follow = new URL('./follow-supervisor.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', follow, program], {
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // a process group of its own: Ctrl-C reaches the supervisor, which then ends everything in order
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.stdout) options.output.attach(child.stdout, 'chatter');
  if (child.stderr) options.output.attach(child.stderr, 'log');
  return child;
}

/** How a process ended, for a message: its exit code, or the signal or error that ended it. */
async function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}
