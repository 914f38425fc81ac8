import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoApi, startDemoApi } from '../support/demo-api';
import { ROOT } from '../support/source-tree';

const FOLDER = `${ROOT}/demo/abi`;
let demo: DemoApi;

beforeAll(async () => {
  demo = await startDemoApi();
});
afterAll(() => demo?.stop());

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

test('a contract that is named has its interface, and says who gave it', async () => {
  expect(existsSync(`${FOLDER}/Router.json`)).toBe(true);
  expect(await contractOf('Router')).toMatchObject({
    name: 'Router',
    is_verified: false,
    interface_source: 'operator',
    source_code: null,
    abi: expect.arrayContaining([expect.objectContaining({ type: 'function' })]),
    creation_status: 'success',
    creation_bytecode: expect.stringMatching(/^0x60/),
    deployed_bytecode: await demo.chain.chain.request('eth_getCode', [addressOf('Router'), 'latest']),
  });
  const { body } = await demo.api.get(`/api/v2/addresses/${addressOf('Router')}`);
  expect(body).toMatchObject({ name: 'Router', is_verified: false, is_contract: true });
});

test('a token keeps the name that it gives itself', async () => {
  const { body } = await demo.api.get(`/api/v2/addresses/${addressOf('DemoDollar')}`);
  expect(body).toMatchObject({ name: 'Demo Dollar' });
});

test('a host contract is told as a proxy, with its implementation', async () => {
  expect(await contractOf('FHEVMExecutor')).toMatchObject({
    proxy_type: 'eip1967',
    implementations: [{ address_hash: expect.stringMatching(/^0x/) }],
  });
});
