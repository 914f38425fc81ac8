import { once } from 'node:events';
import { expect, test } from 'vitest';
import { provideDatabase } from '../support/database';
import { bundleIndexer, spawnIndexer } from '../support/indexer-harness';
import { shareTestChain } from '../support/shared-chain';
import { ROOT } from '../support/source-tree';
import { stopChild } from '../support/stop-child';
import { until } from '../support/until';

const [chain, database, program] = await Promise.all([shareTestChain(), provideDatabase(), bundleIndexer()]);

const start = (abiDir: string) =>
  spawnIndexer(program, { DATABASE_URL: database.url, RPC_URL: chain.rpcUrl, ABI_DIR: abiDir });

test("the indexer's program takes the names of contracts over when it starts", async () => {
  const { child } = start(`${ROOT}/demo/abi`);
  try {
    const named = await until('named contracts', async () => {
      const rows = await database.sql<{ name: Buffer; source: string }[]>`
        select name, source from chain_31337.contract_interfaces order by name`.catch(() => []);
      return rows.length > 0 && rows;
    });
    expect(named.map(({ name }) => name.toString())).toEqual(
      expect.arrayContaining(['FHEVMExecutor', 'Router', 'Vault']),
    );
    expect(named.find(({ name }) => name.equals(Buffer.from('FHEVMExecutor')))?.source).toBe('operator');
  } finally {
    await stopChild(child);
  }
});

test('a folder that is not there ends it with a sentence', async () => {
  const { child, said } = start(`${ROOT}/nowhere`);
  const [code] = await once(child, 'exit');
  expect(code).toBe(2);
  expect(said.join('')).toContain('ABI_DIR');
});
