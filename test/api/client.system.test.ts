import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { type DemoApi, startDemoApi } from '../support/demo-api';
import { ROOT } from '../support/source-tree';

const run = promisify(execFile);
/** Three folders deep, as test/api/client is, whose files are copied there. */
const FOLDER = `${ROOT}/.cache/test/client`;

let demo: DemoApi;
beforeAll(async () => {
  demo = await startDemoApi();
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await cp(`${ROOT}/test/api/client`, FOLDER, { recursive: true });
});
afterAll(() => demo?.stop());

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
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.9',
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

test('the package holds what it needs to be used, and its examples run with it', async () => {
  await run(process.execPath, [`${ROOT}/scripts/build-client.mjs`]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', FOLDER], {
    cwd: `${ROOT}/packages/client`,
  });
  const [packed] = packedSchema.parse(JSON.parse(stdout));
  expect(packed?.files.map(({ path }) => path).sort()).toEqual([
    'README.md',
    ...['api', 'connect', 'index', 'pages', 'retry'].flatMap((name) => [
      `dist/${name}.d.ts`,
      `dist/${name}.js`,
    ]),
    'examples/read-transaction.mjs',
    'examples/walk-blocks.mjs',
    'package.json',
  ]);
  const home = `${FOLDER}/node_modules/astrolabe-client`;
  await mkdir(home, { recursive: true });
  await run('tar', ['-xzf', `${FOLDER}/${packed?.filename}`, '-C', home, '--strip-components=1']);
  const server = await demo.api.listen();
  try {
    const { transactions, tip } = demo.chain.history;
    const example = async (name: string, ...more: string[]) => {
      const given = [server.url, TEST_KEY, String(TEST_CHAIN_ID), ...more];
      const { stdout: said } = await run(process.execPath, [`${home}/examples/${name}.mjs`, ...given]);
      return JSON.parse(said);
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
    await server.stop();
  }
});
const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
);

/** A compiler that ends badly has said why on its standard output. */
async function expectNoOutput(compiler: Promise<unknown>): Promise<void> {
  const said = z.object({ stdout: z.string() }).catch({ stdout: 'the compiler did not run' });
  const { stdout } = said.parse(await compiler.catch((error: unknown) => error));
  expect(stdout).toBe('');
}
