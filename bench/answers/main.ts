import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { createLog } from '@/lib/log';
import { askUntil, type Recording } from './ask';
import { createComparison } from './compare';
import { explore } from './explore';
import { startDemoWorld, startRecordedWorld, type World } from './nodes';
import { serveTree } from './serve';

const USAGE = `Usage: node bench/answers.mjs record|compare FOLDER TREE [WORLD..]

Whether two versions give the same answers, byte for byte. "record" indexes the worlds with the programs built in TREE,
asks that API everything, and writes FOLDER/WORLD.json; "compare" asks the API of another TREE the same, and prints
what differs. Worlds: demo (the demo chain of the tree that this file is in), recorded (blocks in ../shared).`;

const [order = '', folder = '', tree = '', ...named] = process.argv.slice(2);
if (!['record', 'compare'].includes(order) || tree === '') {
  console.error(USAGE);
  process.exit(2);
}
const ROOT = process.cwd();
const WORLDS: Record<string, () => Promise<World>> = {
  demo: startDemoWorld,
  recorded: () => startRecordedWorld(resolve(ROOT, '../shared')),
};

const scratch = await mkdtemp(join(tmpdir(), 'astrolabe-answers-'));
const log = createLog({ name: 'answers', level: 'warn' });
const server = await startEmbeddedPostgres({ dataDir: join(scratch, 'data'), log, isDurable: false });
try {
  await mkdir(folder, { recursive: true });
  for (const name of named.length > 0 ? named : Object.keys(WORLDS)) await visit(name);
} finally {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
}

async function visit(name: string): Promise<void> {
  const start = WORLDS[name];
  if (!start) throw new Error(`no world is called ${name}`);
  const file = join(folder, `${name}.json`);
  const begun = Date.now();
  const world = await start();
  const abiDir = join(ROOT, 'demo/abi');
  const api = await serveTree({
    tree: resolve(tree),
    world,
    databaseUrl: server.url,
    folder: scratch,
    abiDir,
  });
  try {
    const requests =
      order === 'record'
        ? await record(
            file,
            api.url,
            world.chains.map(({ id }) => id),
          )
        : await compare(file, api.url);
    console.log(`${name}: ${requests} calls, ${Math.round((Date.now() - begun) / 1000)} s`);
  } finally {
    await api.stop();
    await world.stop();
  }
}

async function record(file: string, url: string, chainIds: readonly number[]): Promise<number> {
  const recording = await explore(url, chainIds);
  await writeFile(file, `[\n${recording.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
  return recording.length;
}

async function compare(file: string, url: string): Promise<number> {
  const recording: Recording = JSON.parse(await readFile(file, 'utf8'));
  const comparison = createComparison();
  for (const { call, answer } of recording)
    comparison.add(call, answer, await askUntil(url, call, (now) => isDeepStrictEqual(now, answer)));
  const lines = comparison.report();
  for (const line of lines) console.log(line);
  if (lines.length > 0) process.exitCode = 1;
  return recording.length;
}
