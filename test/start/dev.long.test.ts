import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findDevNode } from '@/bin/dev/find-dev-node';
import { asHex, asList, asRecord, createNodeRequest } from '@/demo/node-request';
import { resolveAnvil } from '@/demo/resolve-anvil';
import { findFreePort } from '@/lib/free-port';
import { installHardhat, npmInstall } from '../support/npm-install';
import { ROOT, startProgram } from '../support/programs';
import { siteEnvironment } from '../support/site';
import { stopChild } from '../support/stop-child';
import { until } from '../support/until';

const FORGE = ['@foundry-rs/forge@1.7.1'];
const TIMEOUT_MS = 900_000;
/** The compiler of this repository as the program that forge expects. */
const SOLC = `#!/usr/bin/env node
const solc = require(${JSON.stringify(`${ROOT}node_modules/solc`)});
if (process.argv.includes('--version')) {
  console.log('solc, the solidity compiler commandline interface');
  console.log('Version: ' + solc.version().replace('Emscripten.clang', 'Linux.g++'));
} else console.log(solc.compile(require('node:fs').readFileSync(0, 'utf8')));
`;
const [SOLC_VERSION = ''] = z
  .object({ version: z.function({ input: [], output: z.string() }) })
  .parse(createRequire(import.meta.url)('solc'))
  .version()
  .split('+');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'astrolabe-dev-'));
  writeFileSync(join(folder, 'solc'), SOLC, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Environment = Readonly<Record<string, string>>;

/** Runs a command in a folder; returns what it says. */
function run(command: readonly string[], cwd: string, environment: Environment = {}): string {
  const [program = '', ...args] = command;
  const env = { NODE_ENV: 'test' as const, PATH: process.env.PATH, HOME: folder, CI: 'true', ...environment };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  expect(status, `${command.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** Calls once more what a transaction called, with more than may be placed: its hash. Hardhat's node answers an error, too. */
async function placeTooMuch(nodeUrl: string, placed: string): Promise<string> {
  const ask = createNodeRequest(nodeUrl);
  const { from, to } = asRecord(await ask('eth_getTransactionByHash', [placed]));
  const data = `0x603f52df${(99).toString(16).padStart(64, '0')}`;
  await ask('eth_sendTransaction', [{ from, to, data, gas: '0x1e8480' }]).catch(() => undefined);
  return until('the next block', async () => {
    const { transactions } = asRecord(await ask('eth_getBlockByNumber', ['latest', false]));
    const [hash] = asList(transactions);
    return hash !== placed && asHex(hash);
  });
}

const failingPlace = z.object({
  place: z.object({ line: z.number(), text: z.string() }).nullable(),
  meta: z.object({ message: z.string() }).nullable(),
});
const failingStep = z.object({ source: failingPlace.shape.place, source_meta: failingPlace.shape.meta });

/** The line and the expression at which a transaction failed, of the page and of the stepper; or why they are not known. */
async function whereFailed(siteUrl: string, hash: string): Promise<(string | undefined)[]> {
  const read = async (path: string) => {
    const answer = await fetch(`${siteUrl}/api/v2/transactions/${hash}/${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { place, meta } = failingPlace.parse(await read('failure'));
  const { source, source_meta: why } = failingStep.parse(await read('steps?to=failure'));
  return [
    place ? `${place.line}: ${place.text}` : meta?.message,
    source ? `${source.line}: ${source.text}` : why?.message,
  ];
}

type Tested = Readonly<{
  tool: string;
  project: string;
  /** The source of `Shelf`. */
  shelf: string;
  /** Starts the node on a port. */
  node(port: number): readonly string[];
  /** Builds and deploys, and calls once; returns the hashes of the two transactions. */
  use(nodeUrl: string, siteUrl: string): string[];
  environment?: Environment;
}>;

/** Opens the project while nothing is built, then builds and uses it; prints how long all took. */
async function openAndUse({ tool, project, shelf, node, use, environment = {} }: Tested): Promise<void> {
  const lines = readFileSync(join(project, shelf), 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('revert TooHeavy')) + 1;
  const port = await findFreePort();
  const [program = '', ...args] = node(port);
  const env = { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'test' as const, ...environment };
  const child = spawn(program, args, { cwd: project, env, stdio: 'ignore' });
  const nodeUrl = `http://127.0.0.1:${port}`;
  await until('the node', () => findDevNode([port]), 60_000);
  const site = await siteEnvironment(join(folder, 'data'));
  const siteUrl = `http://localhost:${site.PORT}`;
  const begin = performance.now();
  const seconds = () => ((performance.now() - begin) / 1_000).toFixed(1);
  const explorer = startProgram('dev', { ...site, RPC_URL: nodeUrl }, { args: [project] });
  try {
    await explorer.untilSaid(/Stop {2,}Ctrl-C/, 120_000);
    const ready = seconds();
    const [, call = ''] = use(nodeUrl, siteUrl);
    const used = seconds();
    const page = async (path: string) => {
      const response = await fetch(`${siteUrl}/31337/${path}`);
      return (await response.text()).replaceAll('<!-- -->', '');
    };
    let missing: string[] = [];
    // the last one is of its steps
    const wanted = ['Shelf', 'placeTwice', 'placing twice 7 pounds', 'deployer', 'Placed', 'PUSH1'];
    const isNamed = async () => {
      const pages = [`tx/${call}`, `tx/${call}/logs`, `tx/${call}/debug`];
      const text = (await Promise.all(pages.map(page))).join('');
      missing = wanted.filter((word) => !text.includes(word));
      return missing.length === 0;
    };
    await until('all names', isNamed, 60_000).catch((cause) => {
      throw new Error(`not on the pages: ${missing.join(', ')}`, { cause });
    });
    const failed = await placeTooMuch(nodeUrl, call);
    let places: (string | undefined)[] = [];
    const isPlaced = async () => {
      // so many requests are allowed without a key
      await delay(1_000);
      places = await whereFailed(siteUrl, failed).catch((error) => [String(error)]);
      return places.every((one) => one?.replace('revert ', '') === `${line}: TooHeavy(next, most)`);
    };
    await until('the failing line', isPlaced, 60_000).catch((cause) => {
      throw new Error(`not line ${line} of ${failed}: ${places.join(', ')}`, { cause });
    });
    console.log(
      `${tool}: fails at line ${places.join(', in the stepper ')}; 1 command; ready after ${ready} s; built and deployed after ${used} s, names on the page after ${seconds()} s`,
    );
  } finally {
    explorer.kill('SIGTERM');
    await explorer.ended;
    await stopChild(child);
  }
}

const broadcast = z.object({ transactions: z.array(z.object({ hash: z.string() })) });

test(
  'a project of Foundry beside anvil',
  async () => {
    const project = join(folder, 'foundry');
    cpSync(join(ROOT, 'test/support/foundry-project'), project, { recursive: true });
    npmInstall(project, FORGE);
    const arch = process.arch === 'x64' ? 'amd64' : process.arch;
    const forge = join(project, `node_modules/@foundry-rs/forge-${process.platform}-${arch}/bin/forge`);
    const environment = { FOUNDRY_SOLC: join(folder, 'solc') };
    const sender = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    await openAndUse({
      ...{ tool: 'Foundry', project, shelf: 'src/Shelf.sol' },
      node: (port) => [resolveAnvil(), '--port', String(port), '--quiet'],
      use: (nodeUrl) => {
        const script = [
          forge,
          'script',
          'script/Deploy.s.sol',
          '--rpc-url',
          nodeUrl,
          '--broadcast',
          '--slow',
        ];
        run([...script, '--unlocked', '--sender', sender], project, environment);
        const file = join(project, 'broadcast/Deploy.s.sol/31337/run-latest.json');
        const sent = broadcast.parse(JSON.parse(readFileSync(file, 'utf8')));
        return sent.transactions.slice(-2).map(({ hash }) => hash);
      },
    });
  },
  TIMEOUT_MS,
);

test(
  "a project of Hardhat 3 beside Hardhat's node, with the plugin's links",
  async () => {
    const project = join(folder, 'hardhat');
    cpSync(join(ROOT, 'packages/hardhat/example'), project, { recursive: true });
    writeFileSync(join(project, 'package.json'), '{"name":"project","private":true,"type":"module"}');
    const hardhat = installHardhat(project, 3);
    const plugin = join(project, 'node_modules/hardhat-astrolabe');
    mkdirSync(plugin);
    for (const file of ['package.json', 'index.js', 'explorer.js', 'network.js', 'url.js'])
      cpSync(join(ROOT, 'packages/hardhat', file), join(plugin, file));
    const compiler = { SOLC_VERSION, SOLC_PATH: join(ROOT, 'node_modules/solc/soljson.js') };
    await openAndUse({
      ...{ tool: 'Hardhat 3', project, shelf: 'contracts/Shelf.sol', environment: compiler },
      node: (port) => [...hardhat, 'node', '--port', String(port)],
      use: (nodeUrl, site) => {
        const environment = { ...compiler, NODE_URL: nodeUrl, ASTROLABE_URL: site };
        const said = run(
          [...hardhat, 'run', 'scripts/deploy.ts', '--network', 'tested'],
          project,
          environment,
        );
        const links = [...said.matchAll(new RegExp(`${site}/31337/tx/(0x[0-9a-f]{64})`, 'g'))];
        expect(links, said).toHaveLength(2);
        expect(run([...hardhat, 'explorer'], project, environment)).toContain(`The explorer is at ${site}`);
        return links.map(([, hash = '']) => hash);
      },
    });
  },
  TIMEOUT_MS,
);
