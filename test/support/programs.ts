import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { until } from './until';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A program of `dist` started by a test: its output, and its exit. */
export type Program = Readonly<{
  pid: number;
  output(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  untilSaid(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
}>;

/** Starts `dist/<name>.mjs`, or `file` instead, with only this environment. Throws when nothing was built. */
export function startProgram(
  name: string,
  environment: Record<string, string>,
  options: { args?: readonly string[]; file?: string } = {},
): Program {
  const file = options.file ?? `${ROOT}dist/${name}.mjs`;
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run build`);
  const child = spawn(process.execPath, [file, ...(options.args ?? [])], {
    cwd: ROOT,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: '/nowhere', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return follow(child);
}

/** A program in a process group of its own, like one that a terminal runs. */
type Command = Program & { killGroup(signal: NodeJS.Signals): void };

/** Runs `npm start` in the repository. */
export function startNpm(environment: Record<string, string>): Command {
  return startCommand(['npm', 'start'], ROOT, { HOME: process.env.HOME ?? '', ...environment });
}

/** Runs a command from the PATH in a folder, with only this environment. */
export function startCommand(
  [command, ...args]: [string, ...string[]],
  cwd: string,
  environment: Record<string, string>,
): Command {
  const child = spawn(command, args, {
    cwd,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const program = follow(child);
  return {
    ...program,
    killGroup: (signal) => {
      process.kill(-program.pid, signal);
    },
  };
}

function follow(child: ChildProcess): Program {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const output = () => said.join('');
  let hasEnded = false;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve(code ?? signal);
    });
  });
  return {
    pid: child.pid ?? 0,
    output,
    ended,
    untilSaid: async (pattern, timeoutMs) => {
      const look = () => pattern.exec(output()) ?? (hasEnded ? 'ended' : undefined);
      const match = await until(`${pattern} in:\n${output()}`, look, timeoutMs);
      if (match === 'ended') throw new Error(`the program ended without saying ${pattern}:\n${output()}`);
      return match;
    },
    kill: (signal) => {
      child.kill(signal);
    },
  };
}
