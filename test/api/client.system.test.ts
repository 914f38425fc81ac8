import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { readRights } from '@/lib/fhe/rights';
import { BUNDLE } from '../../scripts/bundle-options.mjs';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';
import { installPackage } from '../support/npm-package';
import { ROOT } from '../support/source-tree';

const run = promisify(execFile);
/** Three folders deep, as test/api/client is, whose files are copied there. */
const FOLDER = `${ROOT}/.cache/test/client`;

const demo = await provideDemoApi();
beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await cp(`${ROOT}/test/api/client`, FOLDER, { recursive: true });
});

const foundSchema = z.looseObject({
  points: z.array(z.string()),
  heights: z.array(z.int()),
  charts: z.array(z.string()),
});

test('a client that a generator makes of the document compiles strictly and works on both surfaces', async () => {
  const server = await demo.api.listen();
  try {
    const served = await fetch(`${server.url}/openapi.json`);
    await writeFile(`${FOLDER}/openapi.json`, await served.text());
    await run(process.execPath, [
      `${ROOT}/node_modules/oazapfts/dist/cli.js`,
      `${FOLDER}/openapi.json`,
      `${FOLDER}/client.ts`,
    ]);
    await expectNoOutput(run(`${ROOT}/node_modules/.bin/tsc`, ['-p', FOLDER]));
    const program = `${FOLDER}/main.mjs`;
    await build({
      entryPoints: [`${FOLDER}/main.mts`],
      outfile: program,
      ...BUNDLE,
      packages: 'bundle',
      logLevel: 'silent',
    });
    const { transactions, contracts, tip } = demo.chain.history;
    const [medley, confidential] = [transactions['token medley'], transactions['confidential transfer']];
    const given = [server.url, TEST_KEY, String(TEST_CHAIN_ID), medley, confidential, contracts.Astrolabes];
    const { stdout } = await run(process.execPath, [program, ...given.map(String)]);
    const found = foundSchema.parse(JSON.parse(stdout));
    expect(found).toMatchObject({
      hash: medley,
      openHash: medley,
      nonce: expect.any(Number),
      fee: expect.stringMatching(/^[1-9]\d*$/),
      transferTokens: [expect.stringMatching(/^0x/), expect.stringMatching(/^0x/)],
      firstLogIndex: expect.any(Number),
      openLogIndex: expect.stringMatching(/^\d+$/),
      openTransfers: 2,
      operations: expect.arrayContaining(['FheSub']),
      totalHcu: expect.any(Number),
      transfersCount: 7,
      refused: 'Unauthorized',
      malformed: ['/transaction_hash_param'],
      chains: [String(TEST_CHAIN_ID)],
    });
    expect(found.charts).toContain('newTxns');
    expect(found.points[0]).toMatch(/^2026-01-01 \d+$/);
    expect(found.heights).toEqual(Array.from({ length: tip.number + 1 }, (_, at) => tip.number - at));
  } finally {
    await server.stop();
  }
});

test('the package of the client can be installed alone, and its examples run with it', async () => {
  const client = await installPackage('client', {
    build: 'build-client.mjs',
    dependencies: ['@oazapfts/runtime'],
  });
  const server = await demo.api.listen();
  try {
    expect(client.files).toEqual([
      'LICENSE',
      'README.md',
      ...['api', 'connect', 'index', 'pages', 'retry'].flatMap((name) => [
        `dist/${name}.d.ts`,
        `dist/${name}.js`,
      ]),
      'examples/read-transaction.mjs',
      'examples/walk-blocks.mjs',
      'package.json',
    ]);
    const { transactions, tip } = demo.chain.history;
    const example = async (name: string, ...more: string[]) => {
      const given = [server.url, TEST_KEY, String(TEST_CHAIN_ID), ...more];
      const { stdout } = await run(process.execPath, [`${client.home}/examples/${name}.mjs`, ...given]);
      return JSON.parse(stdout);
    };
    const hash = transactions['confidential transfer'] ?? '';
    expect(await example('read-transaction', hash)).toMatchObject({
      hash,
      fee: expect.stringMatching(/^[1-9]\d*$/),
      operations: expect.arrayContaining(['FheSub']),
    });
    const heights = Array.from({ length: tip.number + 1 }, (_, at) => tip.number - at);
    expect(await example('walk-blocks')).toEqual(heights);
  } finally {
    await Promise.all([server.stop(), client.remove()]);
  }
});

const receiptSchema = z.object({
  logs: z.array(
    z.object({ address: z.string(), topics: z.array(z.string()), data: z.string(), logIndex: z.string() }),
  ),
});

const USE = `
  import { createHcuHooks, type Decoded, decodeError, type Drawing, explainReceipt, hcuCost, mayDecrypt } from 'astrolabe-fhe';
  import { type HcuHooks, type ReceiptLog, readRights } from 'astrolabe-fhe';
  export const hooks: HcuHooks = createHcuHooks({ request: async ({ method }) => method });
  export const refused: Decoded | undefined = decodeError('0xad251174');
  const rights = readRights([], { chainId: 1 });
  export const may: boolean = mayDecrypt(rights, { handle: '0x', account: '0x', time: 0n });
  export const explain = (logs: readonly ReceiptLog[]): Drawing => explainReceipt(logs, { chainId: 1n }).graph.drawing;
  export const cost: number = hcuCost({ operation: 'FheAdd', fheType: 'Uint8', isScalar: true, valuesCount: 0 });
  // @ts-expect-error: whose logs are operations has no default
  explainReceipt([], {});
`;

test('the package of FHE receipts can be installed alone, compiles strictly, and explains as the API does', async () => {
  const fhe = await installPackage('fhe', { build: 'build-fhe.mjs' });
  try {
    expect(fhe.files.filter((path) => !path.startsWith('dist/types/'))).toEqual(
      ['LICENSE', 'README.md', 'bin/hcu.mjs', 'dist/LICENSES', 'dist/index.js'].concat(
        'examples/explain-receipt.mjs',
        'examples/who-may-decrypt.mjs',
        'package.json',
      ),
    );
    await writeFile(`${fhe.folder}/use.mts`, USE);
    const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023'];
    const given = [...strict, '--types', '', '--exactOptionalPropertyTypes', 'use.mts'];
    await expectNoOutput(run(`${ROOT}/node_modules/.bin/tsc`, given, { cwd: fhe.folder }));
    const hash = demo.chain.history.transactions['confidential transfer'] ?? '';
    const told = await run(process.execPath, [
      `${fhe.home}/examples/explain-receipt.mjs`,
      demo.chain.rpcUrl,
      hash,
    ]);
    const path = `/${TEST_CHAIN_ID}/api/v2/transactions/${hash}/fhe-operations`;
    const headers = { authorization: `Bearer ${TEST_KEY}` };
    const listed = z
      .object({ total_hcu: z.int(), items: z.array(z.object({ hcu_cost: z.int(), hcu_depth: z.int() })) })
      .parse((await demo.api.request(path, { headers })).body);
    const lines = told.stdout.trimEnd().split('\n');
    expect(lines.slice(0, -2).map((line) => line.replace(/^.* {2}/, ''))).toEqual(
      listed.items.map((item) => `cost ${item.hcu_cost}, depth ${item.hcu_depth}`),
    );
    expect(lines.at(-1)).toBe(`total: ${listed.total_hcu} of 20000000 HCU`);
    await expectReaders(fhe.home);
    await expectReport(fhe.home);
  } finally {
    await fhe.remove();
  }
});

/** Whom the example tells for a handle that its owner shared: those that the ACL itself lets decrypt it. */
async function expectReaders(home: string): Promise<void> {
  const { contracts, transactions } = demo.chain.history;
  const { ACL = '' } = contracts;
  const acl = { chainId: TEST_CHAIN_ID };
  const shared = await demo.chain.chain.request('eth_getTransactionReceipt', [transactions['result shared']]);
  const { allowed } = readRights(receiptSchema.parse(shared).logs, acl);
  const [handle = ''] = allowed.keys();
  const given = [`${home}/examples/who-may-decrypt.mjs`, demo.chain.rpcUrl, ACL, handle];
  const { stdout } = await run(process.execPath, given);
  const [type, ...readers] = stdout.trimEnd().split('\n');
  expect(type).toBe(`${handle} is a value of type Uint64`);
  expect(readers.length).toBeGreaterThan(1);
  for (const reader of readers) {
    const args = [handle, reader];
    expect(BigInt(await demo.chain.chain.read({ to: 'ACL', fn: 'persistAllowed', args })), reader).toBe(1n);
  }
}

/** The command prints what forge measured, and fails beyond a limit. */
async function expectReport(home: string): Promise<void> {
  const recorded = `${ROOT}/test/fhe-package/forge.json.gz`;
  const report = (...options: string[]) =>
    run('sh', ['-c', 'gunzip -c "$0" | "$@"', recorded, `${home}/bin/hcu.mjs`, 'hcu', ...options]);
  expect((await report()).stdout).toContain('162,032 (0.8 %)  162,032 (3.2 %)  CounterTest.test_add_once\n');
  await expect(report('--depth', '1000')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('! CounterTest.test_fails'),
  });
  await expect(report('--chain', '5')).rejects.toMatchObject({
    code: 2,
    stderr: 'no FHEVMExecutor is known on chain 5\n',
  });
}

/** A compiler that ends badly has said why on its standard output. */
async function expectNoOutput(compiler: Promise<unknown>): Promise<void> {
  const said = z.object({ stdout: z.string() }).catch({ stdout: 'the compiler did not run' });
  const { stdout } = said.parse(await compiler.catch((error: unknown) => error));
  expect(stdout).toBe('');
}
