import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { findOutputs } from '@/lib/artifacts/list-artifact-files';
import { readEnvironment } from '@/lib/config';
import { isLoopback } from '@/lib/config/loopback';
import { VARIABLES } from '@/lib/config/variables';
import { findEmbeddedPostgres } from '@/lib/db/find-embedded';
import { AppError } from '@/lib/errors';
import { findFreePort } from '@/lib/free-port';
import { DEV_PORTS, findDevNode } from './find-dev-node';
import { startDevNode } from './start-dev-node';

/** What is taken from the environment: the rest, and a `.env` of the project, are about other programs. */
const KEPT = [
  'API_PORT',
  'CHAIN_NAME',
  'CHAIN_SYMBOL',
  'DATA_DIR',
  'HOST',
  'LOG_LEVEL',
  'PORT',
  'VERIFICATION',
];
const [PORT, API_PORT] = [3000, 4000];

/**
 * Settings of the explorer for the project in a folder, in the environment of this process: its node, or one that is
 * started, its artifacts, and a folder of its own for the index. Prints what was found. Throws AppError `config`.
 */
export async function openProject(given: string): Promise<void> {
  const folder = await realpath(given).catch((cause: unknown) => {
    throw new AppError('config', `The folder ${given} cannot be read: correct the path.`, { cause });
  });
  const environment = readEnvironment();
  const outputs = await findOutputs(folder);
  const dataDir = resolve(environment.DATA_DIR || (await chooseDataDir(environment)));
  await mkdir(dataDir, { recursive: true });
  const node = await chooseNode(folder, environment);
  const settings: Record<string, string> = Object.fromEntries(
    Object.keys(VARIABLES).map((name) => [name, KEPT.includes(name) ? (environment[name] ?? '') : '']),
  );
  settings.RPC_URL = node.url;
  settings.ABI_DIR = outputs.length === 0 ? '' : folder;
  settings.DATA_DIR = dataDir;
  settings.PORT ||= String(await choosePort(PORT));
  settings.API_PORT ||= String(await choosePort(API_PORT));
  settings.VERIFICATION ||= 'on';
  settings.CHAIN_NAME ||= nameOf(node.client);
  Object.assign(readEnvironment(), settings);
  // no `.env` of the project's is read
  process.chdir(dataDir);
  const built = outputs.map((output) => `${output}/`).join(' and ');
  console.log(`Node: ${node.client} at ${node.url}`);
  console.log(
    outputs.length === 0
      ? `Project: no foundry.toml or hardhat.config in ${folder}: contracts have no names`
      : `Project: ${folder}, contracts of ${built}`,
  );
}

async function chooseNode(
  folder: string,
  { RPC_URL: url, ANVIL_BIN, PATH }: ReturnType<typeof readEnvironment>,
) {
  if (url && isOnThisMachine(url)) return { url, client: 'RPC_URL' };
  if (url) console.log('RPC_URL is not a node on this machine: not used');
  return (await findDevNode(DEV_PORTS)) ?? (await startDevNode(folder, { ANVIL_BIN, PATH }));
}

/** Both have the same chain ID. */
function nameOf(client: string): string {
  return /^anvil/i.test(client) ? 'Anvil' : /^(hardhat|edr)/i.test(client) ? 'Hardhat' : '';
}

function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && isLoopback(new URL(url).hostname);
}

/**
 * The first folder of the cache whose database does not run. Not in the project, which is under version control, and not
 * one for each: the index follows the node, and to set up a database takes longer than all else.
 */
async function chooseDataDir({ XDG_CACHE_HOME }: ReturnType<typeof readEnvironment>): Promise<string> {
  const base = join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'astrolabe', 'dev');
  for (let more = 2, folder = base; ; more += 1, folder = `${base}-${more}`)
    if ((await findEmbeddedPostgres(folder)) === undefined) return folder;
}

/** The usual port, or where another program has it a free one. */
async function choosePort(usual: number): Promise<number> {
  const isFree = await new Promise<boolean>((tell) => {
    const probe = createServer();
    probe.once('error', () => tell(false));
    probe.listen(usual, '127.0.0.1', () => probe.close(() => tell(true)));
  });
  return isFree ? usual : findFreePort();
}
