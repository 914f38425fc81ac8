import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { provideDemoApi } from '../support/demo-api';
import { ROOT } from '../support/source-tree';

const FOLDER = `${ROOT}/demo/abi`;
const demo = await provideDemoApi();

const addressOf = (name: string) => demo.chain.history.contracts[name];
const contractOf = async (name: string) =>
  (await demo.api.get(`/api/v2/smart-contracts/${addressOf(name)}`)).body;

test('demo/abi/addresses.json names the contracts that are what they are called', async () => {
  const contracts = [...demo.chain.chain.contracts]
    .filter(([name, { artifact }]) => name === artifact)
    .map(([name, { address }]) => [address, name]);
  const text = `${JSON.stringify({ 31337: Object.fromEntries(contracts) }, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`${FOLDER}/addresses.json`);
});

test('the contracts of the demo are verified, exactly, with their sources, compiler and settings', async () => {
  const path = (file: string) => readFileSync(`${ROOT}/demo/contracts/${file}`, 'utf8');
  expect(await contractOf('Router')).toMatchObject({
    name: 'Router',
    is_verified: true,
    is_fully_verified: true,
    interface_source: 'artifacts',
    language: 'solidity',
    compiler_version: 'v0.8.30+commit.73712a01',
    evm_version: 'cancun',
    ...{ optimization_enabled: true, optimization_runs: 200 },
    file_path: 'contracts/Exchange.sol',
    source_code: path('Exchange.sol'),
    additional_sources: expect.arrayContaining([
      expect.objectContaining({ file_path: '@openzeppelin/contracts/token/ERC20/ERC20.sol' }),
    ]),
  });
  expect(await contractOf('ConfidentialDollar')).toMatchObject({
    is_fully_verified: true,
    source_code: path('Confidential.sol'),
  });
  const { body } = await demo.api.get(`/api/v2/addresses/${addressOf('Router')}`);
  expect(body).toMatchObject({ name: 'Router', is_verified: true, is_contract: true });
  const { body: list } = await demo.api.get('/api/v2/smart-contracts');
  const listed = z
    .object({ items: z.array(z.object({ is_fully_verified: z.boolean(), verified_at: z.string() })) })
    .parse(list).items;
  expect(listed.length).toBeGreaterThan(20);
  expect(new Set(listed.map(({ is_fully_verified }) => is_fully_verified))).toEqual(new Set([true]));
});

test('nobody vouches for a hostile contract: it is named, has its interface, and is not verified', async () => {
  expect(await contractOf('LogForge')).toMatchObject({
    name: 'LogForge',
    is_verified: false,
    interface_source: 'operator',
    source_code: null,
    abi: expect.arrayContaining([expect.objectContaining({ type: 'function' })]),
    creation_status: 'success',
    creation_bytecode: expect.stringMatching(/^0x60/),
    deployed_bytecode: await demo.chain.chain.request('eth_getCode', [addressOf('LogForge'), 'latest']),
  });
  const { body } = await demo.api.get(`/api/v2/addresses/${addressOf('LogForge')}`);
  expect(body).toMatchObject({ name: 'LogForge', is_verified: false, is_contract: true });
  expect(await contractOf('Markup token')).not.toHaveProperty('source_code');
});

test('a token keeps the name that it gives itself, beside the name of its code', async () => {
  const { body } = await demo.api.get(`/api/v2/addresses/${addressOf('DemoDollar')}`);
  expect(body).toMatchObject({ name: 'Demo Dollar', is_verified: true });
  expect(await contractOf('DemoDollar')).toMatchObject({ name: 'DemoToken' });
});

test('a host contract is told as a proxy, with its implementation', async () => {
  expect(await contractOf('FHEVMExecutor')).toMatchObject({
    proxy_type: 'eip1967',
    implementations: [{ address_hash: expect.stringMatching(/^0x/) }],
  });
});
