import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Account, chooseAccount, spawnAs } from '@/lib/db/embedded-account';
import { findFreePort } from '@/lib/free-port';
import { hasDebianPackage } from './debian-package';
import { until } from './until';

const ROOT = '/usr/lib/postgresql/15';
const PROGRAMS = [
  ['postgresql-15', `${ROOT}/bin/postgres`],
  ['patroni', '/usr/bin/patroni'],
  ['etcd-server', '/usr/bin/etcd'],
  ['haproxy', '/usr/sbin/haproxy'],
] as const;
const START_MS = 120_000;
const members = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});

/** Two PostgreSQL servers under Patroni, one of which leads, behind HAProxy. */
export type PatroniCluster = Readonly<{
  /** The database on the leader, and on the other one. */
  primaryUrl: string;
  replicaUrl: string;
  /** Kills the leader's Patroni and PostgreSQL at once; returns its name. */
  killLeader(): Promise<string>;
  /** Starts what was killed. */
  revive(name: string): void;
  /** Names of the members that run, by role. */
  listMembers(): Promise<{ leader: string[]; others: string[] }>;
  stop(): Promise<void>;
}>;

/** Whether Debian's packages are installed, or can be: see `hasDebianPackage`. */
export function hasPatroni(): boolean {
  return PROGRAMS.every(([name, program]) => hasDebianPackage(name, program));
}

/** Starts etcd, two servers and HAProxy on free ports, as a user other than root. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-patroni-'));
  const account = await chooseAccount(folder, { root: ROOT, version: '15', major: 15 });
  const running = new Map<string, ChildProcess>();
  const start = (name: string, command: readonly string[]) =>
    running.set(name, spawnAs(account, command, { stdio: 'ignore', cwd: '/' }));
  const [etcd = 0, peer = 0, primary = 0, replica = 0] = await findPorts(4);
  const nodes = new Map<string, { port: number; rest: number }>();
  for (const name of ['one', 'two']) {
    const [port = 0, rest = 0] = await findPorts(2);
    nodes.set(name, { port, rest });
    await writeAs(
      account,
      `${name}.json`,
      JSON.stringify(patroniSettings(account, { name, port, rest, etcd })),
    );
  }
  await writeAs(account, 'haproxy.cfg', haproxySettings({ primary, replica, nodes: [...nodes] }));
  const revive = (name: string) => start(name, ['/usr/bin/patroni', join(account.home, `${name}.json`)]);
  const listMembers = async () => {
    const asked = [...nodes.values()].map(({ rest }) =>
      fetch(`http://127.0.0.1:${rest}/cluster`).then((answer) => answer.json()),
    );
    const found = members
      .parse(await Promise.any(asked))
      .members.filter(({ state }) => /running|streaming/.test(state));
    const named = (isLeader: boolean) =>
      found.filter(({ role }) => (role === 'leader') === isLeader).map(({ name }) => name);
    return { leader: named(true), others: named(false) };
  };
  const stop = async () => {
    for (const name of ['one', 'two']) await killNode(account, { name, patroni: running.get(name) });
    for (const child of running.values()) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
    await rm(account.home, { recursive: true, force: true });
  };
  try {
    start('etcd', etcdCommand(account, { etcd, peer }));
    revive('one');
    await until(
      'a leader',
      async () => (await listMembers().catch(() => undefined))?.leader.length === 1,
      START_MS,
    );
    revive('two');
    await until(
      'a standby',
      async () => (await listMembers().catch(() => undefined))?.others.length === 1,
      START_MS,
    );
    start('haproxy', ['/usr/sbin/haproxy', '-f', join(account.home, 'haproxy.cfg')]);
  } catch (error) {
    await stop();
    throw error;
  }
  const urlOf = (port: number) => `postgres://astrolabe@127.0.0.1:${port}/postgres`;
  return {
    primaryUrl: urlOf(primary),
    replicaUrl: urlOf(replica),
    killLeader: async () => {
      const [name = ''] = (await listMembers()).leader;
      await killNode(account, { name, patroni: running.get(name) });
      return name;
    },
    revive,
    listMembers,
    stop,
  };
}

async function findPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}

async function writeAs(account: Account, name: string, text: string): Promise<void> {
  const file = join(account.home, name);
  const child = spawnAs(account, ['/usr/bin/tee', file], { stdio: ['pipe', 'ignore', 'ignore'], cwd: '/' });
  child.stdin?.end(text);
  await once(child, 'exit');
}

/** PostgreSQL's own processes end with the one that started them. */
async function killNode(
  account: Account,
  { name, patroni }: Readonly<{ name: string; patroni: ChildProcess | undefined }>,
): Promise<void> {
  patroni?.kill('SIGKILL');
  const lock = await readFile(join(account.home, name, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(lock.split('\n')[0]);
  if (pid > 1) process.kill(pid, 'SIGKILL');
}

function etcdCommand({ home }: Account, { etcd, peer }: Readonly<{ etcd: number; peer: number }>): string[] {
  const [client, other] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
  const listen = ['--listen-client-urls', client, '--advertise-client-urls', client];
  const peers = ['--listen-peer-urls', other, '--initial-advertise-peer-urls', other];
  const own = ['--name', 'one', '--data-dir', join(home, 'etcd'), '--initial-cluster', `one=${other}`];
  return ['/usr/bin/etcd', ...own, ...listen, ...peers];
}

type Node = Readonly<{ name: string; port: number; rest: number; etcd: number }>;

/** The shortest times that Patroni allows: a leader that is silent is replaced after 20 seconds. */
function patroniSettings({ home }: Account, { name, port, rest, etcd }: Node): object {
  const users = { username: 'astrolabe', password: 'unused' };
  return {
    scope: 'astrolabe',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...{ ttl: 20, loop_wait: 3, retry_timeout: 5, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_keep_size: '512MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums', { username: 'astrolabe' }],
      pg_hba: [
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
        'local all all trust',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, name),
      bin_dir: `${ROOT}/bin`,
      pgpass: join(home, `${name}.pgpass`),
      authentication: { superuser: users, replication: users, rewind: users },
      parameters: { unix_socket_directories: home },
    },
  };
}

/** Sends each of the two ports to the server that Patroni says has its role, and ends sessions with one that lost it. */
function haproxySettings({
  nodes,
  ...ports
}: Readonly<{
  primary: number;
  replica: number;
  nodes: [string, { port: number; rest: number }][];
}>): string {
  const servers = nodes.map(
    ([name, { port, rest }]) => `  server ${name} 127.0.0.1:${port} check port ${rest}`,
  );
  const sections = Object.entries(ports).map(([role, port]) =>
    [
      `listen ${role}`,
      `  bind 127.0.0.1:${port}`,
      `  option httpchk OPTIONS /${role}`,
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
    ].join('\n'),
  );
  const defaults = ['mode tcp', 'timeout connect 2s', 'timeout client 1h', 'timeout server 1h', 'retries 1'];
  return `${['global\n  maxconn 500', `defaults\n  ${defaults.join('\n  ')}`, ...sections].join('\n')}\n`;
}
