import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database';
import { followThrough, startDevChain } from '../support/dev-chain';
import { ANVIL, type DevTool, provideHardhat } from '../support/dev-tools';
import { bundleIndexer, spawnIndexer } from '../support/indexer-harness';
import { stopChild } from '../support/stop-child';
import { drawsOf } from '../synthetic/draws';

const TIMES = 20;

async function follow(tool: DevTool): Promise<void> {
  const [program, dev, database] = await Promise.all([
    bundleIndexer(),
    startDevChain(tool),
    createTestDatabase(),
  ]);
  const environment = { DATABASE_URL: database.url, RPC_URL: dev.url, CHAINS_FILE: '', PROVE: 'auto' };
  const { child, said } = spawnIndexer(program, environment);
  try {
    const { below } = drawsOf(29, 2);
    await followThrough(dev, database.sql, { times: TIMES, below, note: (line) => console.log(line) });
    expect(child.exitCode, said.join('')).toBeNull();
  } catch (error) {
    console.log(said.slice(-30).join(''));
    throw error;
  } finally {
    await stopChild(child);
    await Promise.all([dev.stop(), database.drop()]);
  }
}

test('twenty times each at random under load, the index is that of the new chain alone', () => follow(ANVIL));

test.each([2, 3] as const)("the same of Hardhat %i's own node", async (major) => {
  const { tool, remove } = provideHardhat(major);
  try {
    await follow(tool);
  } finally {
    remove();
  }
});
