import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Hex } from 'viem';

/** Exact, so that figures can be compared; asked of the registry when the benchmark runs. Ponder's 1.0.0 is older than its 0.16. */
const PACKAGES = ['ponder@0.16.10', 'viem@2.56.0', 'hono@4.12.31', 'typescript@5.9.3'];

const CONFIG = (chain: ProjectChain) => `
import { createConfig } from 'ponder';
import { erc20Abi } from 'viem';
export default createConfig({
  database: { kind: 'postgres', connectionString: process.env.DATABASE_URL },
  chains: { bench: { id: 31337, rpc: process.env.RPC_URL } },
  contracts: {
    Token: { chain: 'bench', abi: erc20Abi, address: '${chain.token}', startBlock: 0, endBlock: ${chain.blocks - 1} },
  },
});
`;

/** A row for each transfer, and the balance of each account: what an indexer of one token is usually asked for. */
const SCHEMA = `
import { onchainTable } from 'ponder';
export const account = onchainTable('account', (t) => ({
  address: t.hex().primaryKey(),
  balance: t.bigint().notNull(),
}));
export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(),
  amount: t.bigint().notNull(),
  timestamp: t.integer().notNull(),
  from: t.hex().notNull(),
  to: t.hex().notNull(),
}));
`;

const HANDLER = `
import { ponder } from 'ponder:registry';
import { account, transfer } from 'ponder:schema';
ponder.on('Token:Transfer', async ({ event, context }) => {
  const { from, to, value } = event.args;
  await context.db
    .insert(account)
    .values({ address: from, balance: -value })
    .onConflictDoUpdate((row) => ({ balance: row.balance - value }));
  await context.db
    .insert(account)
    .values({ address: to, balance: value })
    .onConflictDoUpdate((row) => ({ balance: row.balance + value }));
  await context.db
    .insert(transfer)
    .values({ id: event.id, amount: value, timestamp: Number(event.block.timestamp), from, to });
});
`;

const API = `
import { Hono } from 'hono';
export default new Hono();
`;

type ProjectChain = Readonly<{ token: Hex; blocks: number }>;

/** Writes a Ponder project that indexes one token into an empty folder, and installs it by npm. */
export async function makePonderProject(folder: string, chain: ProjectChain): Promise<void> {
  const files = {
    'package.json': JSON.stringify({ name: 'beside', private: true, type: 'module' }),
    'ponder.config.ts': CONFIG(chain),
    'ponder.schema.ts': SCHEMA,
    'src/index.ts': HANDLER,
    'src/api/index.ts': API,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text.trimStart());
  }
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...PACKAGES], { cwd: folder, stdio: 'inherit' });
}
