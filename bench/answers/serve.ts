import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPool } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import type { NodeChain, World } from './nodes';

/** The key that the compared API accepts. */
export const KEY = 'a-key-for-answers';

const READY_TIMEOUT_MS = 300_000;

/** Indexes a world with the programs built in `tree`, in its own database, and serves it. */
export async function serveTree(options: {
  tree: string;
  world: World;
  databaseUrl: string;
  folder: string;
  abiDir: string;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const { tree, world, folder } = options;
  const port = await findFreePort();
  const chainsFile = join(folder, 'chains.json');
  const chains = world.chains.map(({ url, ...chain }) => ({
    ...chain,
    name: `Chain ${chain.id}`,
    symbol: 'ETH',
    rpc: [url],
  }));
  await writeFile(chainsFile, JSON.stringify(chains));
  const environment = {
    DATABASE_URL: await createDatabase(options.databaseUrl),
    CHAINS_FILE: chainsFile,
    API_KEY: KEY,
    API_PORT: String(port),
    PUBLIC_URL: 'https://explorer.example',
    ABI_DIR: options.abiDir,
    LOG_LEVEL: 'error',
  };
  const url = `http://127.0.0.1:${port}`;
  const indexer = start(tree, 'indexer', environment);
  const api = start(tree, 'api', environment);
  const stop = () => end(api);
  try {
    await until('the API', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
    for (const chain of world.chains) await until('the index', () => isIndexed(url, chain));
    await until('the index', async () => world.isQuiet());
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await end(indexer);
  }
  // Responses cached while the index grew must not be compared.
  await stop();
  const fresh = start(tree, 'api', environment);
  await until('the API', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
  return { url, stop: () => end(fresh) };
}

async function isIndexed(url: string, { id, endBlock }: NodeChain): Promise<boolean> {
  const answer = await fetch(`${url}/${id}/api/v2/main-page/blocks?apikey=${KEY}`);
  return (await answer.text()).includes(`"height":${endBlock},`);
}

function start(tree: string, program: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(tree, 'dist', `${program}.mjs`)], {
    cwd: tree,
    env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: '/nowhere', ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) throw new Error(`a program ended with ${child.exitCode}`);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what} is not ready`);
    await delay(100);
  }
}

async function createDatabase(server: string): Promise<string> {
  const name = `answers_${process.pid}_${Date.now()}`;
  const sql = openPool({ url: server, connections: 1, name: 'answers' });
  await sql`create database ${sql(name)}`;
  await sql.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
