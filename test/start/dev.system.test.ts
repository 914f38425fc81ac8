import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDevNode } from '@/bin/dev/find-dev-node';
import { type Anvil, startAnvil } from '@/demo/anvil';
import { findFreePort } from '@/lib/free-port';
import { compileShelf, useShelf } from '../support/dev-project';
import { type Program, startProgram } from '../support/programs';
import { siteEnvironment } from '../support/site';
import { writeFoundry } from '../support/solidity-project';
import { until } from '../support/until';

const READY_MS = 240_000;

let folder: string;
let anvil: Anvil;
let program: Program | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'astrolabe-dev-'));
  anvil = await startAnvil({ timestamp: 1_767_225_600 });
});
afterAll(async () => {
  program?.kill('SIGTERM');
  await program?.ended;
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a development node is found on the first port that has one', async () => {
  const port = Number(new URL(anvil.rpcUrl).port);
  expect(await findDevNode([await findFreePort(), port])).toMatchObject({
    url: anvil.rpcUrl,
    client: expect.stringMatching(/^anvil\//),
  });
  expect(await findDevNode([await findFreePort()])).toBeUndefined();
});

test("in a project's folder, contracts, calls, errors, console lines and accounts have names", async () => {
  const project = compileShelf('src');
  const mine = () => anvil.request('evm_mine');
  const { contract, placed, refused, deployer } = await useShelf(project, anvil.request, mine);
  writeFoundry(folder, project);
  const environment = await siteEnvironment(join(folder, 'data'));
  program = startProgram(
    'dev',
    // what a project has for other programs is not used
    { ...environment, RPC_URL: anvil.rpcUrl, DATABASE_URL: 'postgres://127.0.0.1:1/theirs', API_KEY: '' },
    { args: [folder] },
  );
  await program.untilSaid(/Stop {2,}Ctrl-C/, READY_MS);
  expect(program.output()).toContain('contracts of out/');
  const page = async (path: string) => {
    const response = await fetch(`http://localhost:${environment.PORT}/31337/${path}`);
    return (await response.text()).replace(/<!-- -->/g, '');
  };
  await until('the contract to be named', async () => (await page(`address/${contract}`)).includes('Shelf'));
  const success = await page(`tx/${placed}`);
  for (const text of ['Shelf', 'place', 'placing 7 pounds', 'deployer']) expect(success).toContain(text);
  expect(await page(`tx/${refused}`)).toMatch(/TooHeavy\(16, 10\)/);
  expect(await page(`address/${deployer}`)).toContain('deployer');
  const sources = await page(`address/${contract}/contract`);
  expect(sources).toContain('from local build artifacts');
  expect(sources).toContain('TooHeavy');
});
