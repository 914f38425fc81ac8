import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { provideFolder } from '@/test/support/provide';
import { loadInterfaces, loadNamedContracts } from './load-interfaces';

const log = createLog({ name: 'test', level: 'silent' });
const transfer = { type: 'function', name: 'transfer', inputs: [{ name: 'to', type: 'address' }] };
const ADDRESS = `0x${'aB'.repeat(20)}`;
const folder = provideFolder('astrolabe-abi-');

beforeAll(async () => {
  const files = {
    'Plain.json': [transfer],
    'Artifact.json': { contractName: 'Artifact', abi: [{ ...transfer, name: 'send' }], bytecode: '0x' },
    'other.json': { nothing: true },
    'addresses.json': {
      1: { [ADDRESS]: 'Plain', [`0x${'01'.repeat(20)}`]: 'Name only', '0x12': 'Plain' },
      10: { [ADDRESS]: 'Artifact' },
      x: { [ADDRESS]: 'Plain' },
      2: { [ADDRESS]: '<script>' },
      3: 'nothing',
    },
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), JSON.stringify(content));
  }
  await writeFile(join(folder, 'broken.json'), '{');
});

test('every file with an ABI is read, the others are skipped', async () => {
  const { functions } = await loadInterfaces(folder, log);
  expect([...functions.values()].flat().map(({ name }) => name)).toEqual(['send', 'transfer']);
});

test('contracts are named by their addresses, with the interface of the file of that name', async () => {
  const contracts = await loadNamedContracts(folder, log);
  expect(
    contracts.map(({ chainId, address, name, abi }) => [
      chainId,
      address.toString('hex'),
      name,
      JSON.parse(String(abi)),
    ]),
  ).toEqual([
    [1, 'ab'.repeat(20), 'Plain', [transfer]],
    [1, '01'.repeat(20), 'Name only', []],
    [10, 'ab'.repeat(20), 'Artifact', [{ ...transfer, name: 'send' }]],
  ]);
});

test('a folder that cannot be read is said with the variable to correct', async () => {
  for (const load of [loadInterfaces, loadNamedContracts]) {
    await expect(load(join(folder, 'nowhere'), log)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('ABI_DIR'),
    });
  }
});
