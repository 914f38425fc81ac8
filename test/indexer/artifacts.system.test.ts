import { join } from 'node:path';
import { type Abi, encodeDeployData, encodeFunctionData } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startAnvil } from '@/demo/anvil';
import { removeArtifactMatches } from '@/lib/api/contract/query';
import { createContractCodes } from '@/lib/api/nodes/contract-codes';
import { watchArtifacts } from '@/lib/artifacts/watch-artifacts';
import { hexToBuffer } from '@/lib/evm/hex';
import { watchArtifactMatches } from '@/lib/indexer/enrich/artifact-matches';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { createTestApi, TEST_CHAIN_ID, type TestApi } from '../support/api-harness';
import { provide, provideFolder } from '../support/provide';
import {
  BOX_SOURCES,
  type CompiledProject,
  compileProject,
  getCompiled,
  SOURCE_HEAD,
  writeFoundry,
  writeHardhat,
} from '../support/solidity-project';
import { until } from '../support/until';

const log = createLog({ name: 'test', level: 'silent' });
const DEPLOYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

let api: TestApi;
const folder = provideFolder('astrolabe-project-');
const anvil = await provide(startAnvil({ timestamp: 1_767_225_600 }));
const stopping = new AbortController();
let running: Promise<unknown>;

beforeAll(async () => {
  const { signal } = stopping;
  api = await createTestApi({
    contractCode: createContractCodes({ chains: [{ id: TEST_CHAIN_ID, rpcUrls: [anvil.rpcUrl] }], log }),
  });
  const artifacts = await watchArtifacts(
    writeFoundry(folder, compileProject({ 'src/Maths.sol': BOX_SOURCES['src/Maths.sol'] })),
    { log, signal },
  );
  const chain = { firstBlock: 0, endBlock: undefined };
  const rpc = createRpc({ urls: [anvil.rpcUrl], signal });
  running = Promise.all([
    artifacts.ended,
    runIndexer({ rpc, db: api.db, chain, log, signal, pollMs: 20, artifacts }),
  ]);
});
afterAll(async () => {
  stopping.abort();
  await running;
  await api.stop();
});

const receipt = z.object({ contractAddress: z.string().nullable(), status: z.string() });

async function send(transaction: { to?: string; data: string }) {
  const hash = await anvil.request('eth_sendTransaction', [
    { from: DEPLOYER, gas: '0x4c4b40', ...transaction },
  ]);
  await anvil.request('evm_mine');
  const mined = receipt.parse(await anvil.request('eth_getTransactionReceipt', [hash]));
  expect(mined.status).toBe('0x1');
  return { hash: z.string().parse(hash), contract: mined.contractAddress ?? '' };
}

type Deployment = { project: CompiledProject; name: string; args?: readonly unknown[]; library?: string };

async function deploy({ project, name, args = [], library = '' }: Deployment): Promise<string> {
  const { evm } = getCompiled(project, name);
  const abi = abiOf(project, name);
  const bytecode =
    `0x${evm.bytecode.object.replace(/__\$[0-9a-f]{34}\$__/g, library.slice(2).toLowerCase())}` as const;
  return (await send({ data: encodeDeployData({ abi, bytecode, args }) })).contract;
}

/** The data of a call, as `callOf(project, 'Box.holdTwice', [3n])`. */
function callOf(project: CompiledProject, target: string, args: readonly unknown[] = []) {
  const [name = '', functionName = ''] = target.split('.');
  return encodeFunctionData({ abi: abiOf(project, name), functionName, args });
}

function abiOf(project: CompiledProject, name: string): Abi {
  return getCompiled(project, name).abi as unknown as Abi;
}

const contractAnswer = z.looseObject({
  name: z.string().nullish(),
  interface_source: z.string().nullish(),
  is_fully_verified: z.boolean().optional(),
  source_code: z.string().nullish(),
});
const read = async (address: string) =>
  contractAnswer.parse((await api.get(`/api/v2/smart-contracts/${address}`)).body);
/** Its name may come before its sources: a build that is still being written has not all of them. */
const untilNamed = (address: string, name: string) =>
  until(`${address} to be called ${name}`, async () => {
    const { status, body } = await api.get(`/api/v2/smart-contracts/${address}`);
    const found = status === 200 ? contractAnswer.parse(body) : undefined;
    return found?.name === name && found.is_fully_verified && found;
  });
const decoded = async (hash: string) =>
  until(`the call ${hash}`, async () => {
    const { status, body } = await api.get(`/api/v2/transactions/${hash}`);
    const found = z.looseObject({ decoded_input: z.unknown(), to: z.unknown() });
    return status === 200 && found.parse(body);
  });

test('a project is recognized as it is built and deployed, and again after each change', async () => {
  const project = compileProject(BOX_SOURCES);
  const library = await deploy({ project, name: 'Maths' });
  await untilNamed(library, 'Maths');
  const box = await deploy({ project, name: 'Box', args: [7n], library });
  writeFoundry(folder, project);
  expect(await untilNamed(box, 'Box')).toMatchObject({
    interface_source: 'artifacts',
    is_verified: true,
    is_fully_verified: true,
    is_verified_via_sourcify: false,
    file_path: 'src/Box.sol',
    source_code: BOX_SOURCES['src/Box.sol'],
    additional_sources: [{ file_path: 'src/Maths.sol', source_code: BOX_SOURCES['src/Maths.sol'] }],
    language: 'solidity',
    evm_version: 'paris',
    optimization_enabled: true,
    optimization_runs: 200,
    compiler_version: expect.stringMatching(/^v0\.8\./),
  });
  const { hash } = await send({ to: box, data: callOf(project, 'Box.holdTwice', [3n]) });
  expect(await decoded(hash)).toMatchObject({
    decoded_input: { method_call: 'holdTwice(uint256 what)', parameters: [{ name: 'what', value: '3' }] },
    to: { name: 'Box', is_verified: true },
  });

  const factory = await deploy({ project, name: 'Factory', library });
  await send({ to: factory, data: callOf(project, 'Factory.makeBox', [9n]) });
  const [first] = [
    await anvil.request('eth_call', [{ to: factory, data: callOf(project, 'Factory.first') }, 'latest']),
  ];
  await untilNamed(`0x${z.string().parse(first).slice(-40)}`, 'Box');

  const changed = compileProject({
    ...BOX_SOURCES,
    'src/Box.sol': BOX_SOURCES['src/Box.sol']
      .replaceAll(/Box\b/g, 'Chest')
      .replace('2 * x', '3 * x')
      .replace('held = ', 'held += '),
    'src/Factory.sol': `${SOURCE_HEAD}contract Factory {}`,
  });
  writeFoundry(folder, changed);
  const chest = await deploy({ project: changed, name: 'Chest', args: [7n], library });
  expect((await untilNamed(chest, 'Chest')).source_code).toContain('contract Chest');
  // The code of the old one is what it was.
  expect(await read(box)).toMatchObject({ name: 'Box', source_code: BOX_SOURCES['src/Box.sol'] });
});

test("clones carry their implementation's name beside none of their own", async () => {
  const project = compileProject(BOX_SOURCES);
  const library = await deploy({ project, name: 'Maths' });
  const box = await deploy({ project, name: 'Box', args: [8n], library });
  writeFoundry(folder, project);
  await untilNamed(box, 'Box');
  const clone = await send({
    data: `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${box.slice(2)}5af43d82803e903d91602b57fd5bf3`,
  });
  const found = await until('the clone', async () => {
    const { status, body } = await api.get(`/api/v2/addresses/${clone.contract}`);
    const parsed = z
      .looseObject({ name: z.unknown(), implementations: z.array(z.unknown()) })
      .safeParse(body);
    return status === 200 && parsed.success && parsed.data.implementations.length > 0 && parsed.data;
  });
  expect(found).toMatchObject({
    name: null,
    implementation_name: 'Box',
    proxy_type: 'eip1167',
    implementations: [{ name: 'Box' }],
  });
});

test("Hardhat's build infos give the sources; without artifacts nothing of them is left", async () => {
  const project = compileProject({
    'contracts/Lamp.sol': `${SOURCE_HEAD}contract Lamp { uint256 public immutable watts = block.number; }`,
  });
  const lamp = await deploy({ project, name: 'Lamp' });
  const artifacts = await watchArtifacts(writeHardhat(join(folder, 'hardhat'), project, 2), {
    log,
    signal: stopping.signal,
  });
  expect(artifacts.index.sizes).toHaveLength(1);
  await until('the code of the lamp', async () => {
    const [row] = await api.db.sql`
      select from ${api.db.schema}.addresses where address = ${hexToBuffer(lamp)} and code_hash is not null`;
    return row;
  });
  const matching = new AbortController();
  const rpc = createRpc({ urls: [anvil.rpcUrl], signal: stopping.signal });
  const watching = watchArtifactMatches({ rpc, db: api.db, artifacts }, { log, signal: matching.signal });
  expect((await untilNamed(lamp, 'Lamp')).source_code).toContain('contract Lamp');
  matching.abort();
  await watching;
  await removeArtifactMatches(api.db);
  expect((await read(lamp)).name).toBeUndefined();
});
