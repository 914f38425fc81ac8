import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { provideFolder } from '@/test/support/provide';
import { readDeployments } from './read-deployments';

const folder = provideFolder('astrolabe-deployments-');
const hash = (digit: string) => `0x${digit.repeat(64)}`;
const address = (digit: string) => `0x${digit.repeat(40)}`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const names = async (chainId: number) => (await readDeployments(folder, chainId)).map(({ name }) => name);

test('a folder without deployments has none', async () => {
  expect(await names(31337)).toEqual([]);
});

test("what Foundry's scripts created, on chains of that ID", async () => {
  const created = {
    hash: hash('a'),
    transactionType: 'CREATE2',
    contractName: 'Shelf',
    contractAddress: address('b'),
  };
  const called = { ...created, transactionType: 'CALL', contractName: 'Called' };
  const run = JSON.stringify({ transactions: [called, created, { ...created, contractAddress: '<b>' }, 7] });
  write('broadcast/Deploy.s.sol/31337/run-latest.json', run);
  write('broadcast/Deploy.s.sol/31337/run-1.json', run.slice(0, 50));
  write('broadcast/Deploy.s.sol/1/run-latest.json', run.replaceAll('Shelf', 'Elsewhere'));
  expect(await readDeployments(folder, 31337)).toEqual([
    { hash: Buffer.alloc(32, 0xaa), address: Buffer.alloc(20, 0xbb), name: 'Shelf' },
  ]);
});

test('what the journals of Hardhat Ignition confirm, by the names of its modules', async () => {
  const lines = [
    { type: 'DEPLOYMENT_INITIALIZE', chainId: 31338 },
    { type: 'TRANSACTION_SEND', futureId: 'M#Sent', transaction: { hash: hash('c') } },
    { type: 'TRANSACTION_CONFIRM', futureId: 'M#Called', hash: hash('c'), receipt: { status: 'SUCCESS' } },
    {
      type: 'TRANSACTION_CONFIRM',
      futureId: 'M#Shelf',
      hash: hash('c'),
      receipt: { contractAddress: address('d') },
    },
  ];
  write(
    'ignition/deployments/mine/journal.jsonl',
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"ty`,
  );
  expect(await names(31338)).toEqual(['M#Shelf']);
  expect(await names(31337)).toEqual(['Shelf']);
});
