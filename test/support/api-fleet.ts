import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@/lib/free-port';
import { hasDebianPackage } from './debian-package';
import { type Program, startProgram } from './programs';
import { until } from './until';

/** Several api processes behind HAProxy, which sends a call that got no answer at all to another one. */
export type ApiFleet = Readonly<{
  /** HAProxy's. */
  url: string;
  /** Kills one at once, and starts another in its place. */
  replace(index: number): Promise<void>;
  /** Resident memory of one, in MiB. */
  measureMemory(index: number): Promise<number>;
  /** What all have said on their outputs. */
  output(): string;
  end(): Promise<void>;
}>;

/** Whether Debian's HAProxy is installed, or can be: see `hasDebianPackage`. */
export const hasHaproxy = () => hasDebianPackage('haproxy', '/usr/sbin/haproxy');

/** Starts as many processes of `dist/api.mjs` on free ports, and HAProxy in front. */
export async function startApiFleet(
  count: number,
  environment: Readonly<Record<string, string>>,
): Promise<ApiFleet> {
  const ports: number[] = [];
  for (const _ of Array.from({ length: count })) ports.push(await findFreePort());
  const all: Program[] = [];
  const start = (port: number) => {
    const program = startProgram('api', { ...environment, API_PORT: String(port) });
    all.push(program);
    return program;
  };
  const running = ports.map(start);
  const proxy = await startProxy(ports);
  const end = async () => {
    proxy.child.kill('SIGKILL');
    for (const program of running) program.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await rm(proxy.folder, { recursive: true, force: true });
  };
  const isReady = async (port: number) =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200;
  try {
    for (const port of [...ports, proxy.port]) await until('the api', () => isReady(port));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    replace: async (index) => {
      const [old, port = 0] = [running[index], ports[index]];
      old?.kill('SIGKILL');
      await old?.ended;
      running[index] = start(port);
    },
    measureMemory: async (index) => {
      const status = await readFile(`/proc/${running[index]?.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    },
    output: () => all.map((program) => program.output()).join(''),
    end,
  };
}

async function startProxy(ports: readonly number[]) {
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-haproxy-'));
  const port = await findFreePort();
  const lines = [
    'global',
    '  maxconn 2000',
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  retries 3',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    'listen api',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk GET /readyz',
    // a process that is busy for a second is not gone, and a call that one refuses goes to the next at once
    '  timeout check 5s',
    '  default-server inter 1s fall 3 rise 1',
    ...ports.map((each, index) => `  server api${index} 127.0.0.1:${each} check`),
  ];
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, `${lines.join('\n')}\n`);
  const child: ChildProcess = spawn('/usr/sbin/haproxy', ['-f', file], { stdio: 'ignore' });
  await once(child, 'spawn');
  return { folder, port, child };
}
