import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EXIT_CONFIG } from '@/bin/common/run-program';
import { AppError } from '@/lib/errors';
import { keepRunning } from '@/lib/retry';
import type { RoleOutput } from './role-output';
import { stopProcess } from './stop-process';

export type RoleName = 'web' | 'api' | 'indexer';

/** A role process, restarted when it dies. */
export type Role = Readonly<{
  name: RoleName;
  /** PID of the current process; undefined between restarts. */
  pid(): number | undefined;
  /** Rejects when the role keeps failing; never resolves. */
  failed: Promise<never>;
  /** Sends SIGTERM, then SIGKILL after a timeout. */
  stop(): Promise<void>;
}>;

const MAX_RESTARTS = 8;
/** Uptime after which the restart counter resets. */
const STABLE_MS = 120_000;
/** Longer than a server that is told to stop takes at most (lib/bound-server.ts), and what it closes then. */
const STOP_TIMEOUT_MS = 20_000;

/** Starts a role from `dist` and keeps it running until `stop`. */
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
      if (child) await stopProcess(child, STOP_TIMEOUT_MS);
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
  const isRestartable = await keepRunning({
    run: async () => {
      ending = await endOf(launch());
      // the indexer exits with 0 at END_BLOCK
      if (signal.aborted || (name === 'indexer' && ending === 0)) return 'done';
      // fatal only on the first run: later a node may just be down for a while
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
  if (!isRestartable)
    throw new AppError('internal', `${name} stopped ${MAX_RESTARTS + 1} times (last: ${ending}): giving up.`);
}

function launchRole(options: { name: RoleName; environment: NodeJS.ProcessEnv; output: RoleOutput }) {
  const program = fileURLToPath(new URL(`./${options.name}.mjs`, import.meta.url));
  const follow = new URL('./follow-supervisor.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', follow, program], {
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // own process group: Ctrl-C reaches only the supervisor, which shuts down in order
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.stdout) options.output.attach(child.stdout, 'chatter');
  if (child.stderr) options.output.attach(child.stderr, 'log');
  return child;
}

/** Exit code, signal or spawn error of a process, for a message. */
async function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
}
