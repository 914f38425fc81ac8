import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@/lib/free-port';

/** A measured server, alone on its core if the machine has two. */
export type Program = Readonly<{
  port: number;
  /** Processor time used, in seconds. */
  processorSeconds(): number;
  residentMegabytes(): number;
  stop(): Promise<void>;
}>;

/** The unit of /proc/<pid>/stat: hundredths of a second. */
const TICKS_A_SECOND = 100;
const START_TIMEOUT_MS = 30_000;
const CORE_OF_SERVER = '0';
const CORE_OF_OTHERS = '1';

/** Keeps processes and their future children off the core of the measured program. False where that is impossible. */
export function leaveCore(pids: readonly number[]): boolean {
  return cpus().length > 1 && pids.every((pid) => setCores(pid, CORE_OF_OTHERS));
}

export function releaseCores(pid: number): void {
  setCores(pid, `0-${cpus().length - 1}`);
}

function setCores(pid: number, cores: string): boolean {
  return spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)]).status === 0;
}

/** Starts a program with Node and waits until it answers on its port, which replaces `{port}`. */
export async function startProgram(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  isPinned: boolean,
): Promise<Program> {
  const port = await findFreePort();
  const fill = (text: string) => text.replace('{port}', String(port));
  const command = [process.execPath, ...args.map(fill)];
  const [program = '', ...rest] = isPinned ? ['taskset', '-c', CORE_OF_SERVER, ...command] : command;
  const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
  const child = spawn(program, rest, {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (Date.now() > deadline) child.kill('SIGTERM');
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${args.join(' ')} ended before it was ready`);
    await delay(50);
  }
  const stat = () =>
    readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
  return {
    port,
    processorSeconds: () => (Number(stat()[11]) + Number(stat()[12])) / TICKS_A_SECOND,
    residentMegabytes: () => (Number(stat()[21]) * 4096) / 2 ** 20,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`)
    .then(({ status }) => status === 200 || status === 404)
    .catch(() => false);
}
