import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfig } from '@/lib/config';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { registerChains } from '@/lib/db/register-chains';
import { provideDatabase } from '@/test/support/database';
import { checkDatabase } from './check-database';

const main = await provideDatabase();
const own = await provideDatabase();
const folder = await mkdtemp(join(tmpdir(), 'astrolabe-doctor-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a chain in a database of its own is examined there', async () => {
  const path = join(folder, 'chains.json');
  await writeFile(path, JSON.stringify([{ id: 7, rpc: ['http://127.0.0.1:1'], database: own.url }]));
  const chain = { chainId: 7, name: 'Seven', symbol: 'ETH', firstBlock: 0, isDemo: false, fheExecutor: null };
  for (const { sql } of [main, own]) {
    await migrateGateway(sql);
    await registerChains(sql, [{ ...chain, firstBlockHash: null }]);
  }
  await migrateChain(own.sql, 7);
  const config = loadConfig({ DATABASE_URL: main.url, CHAINS_FILE: path });
  const findings = await checkDatabase(config);
  expect(findings.map(({ subject, level }) => [subject, level])).toEqual([
    ['database', 'ok'],
    ['database of chain 7', 'ok'],
    ['index of chain 7', 'warning'],
  ]);
});
