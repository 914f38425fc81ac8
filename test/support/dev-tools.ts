import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnvil } from '@/demo/anvil';
import { createNodeRequest, type NodeRequest } from '@/demo/node-request';
import { installHardhat } from './npm-install';
import { stopChild } from './stop-child';
import { until } from './until';

/** The chain that a node forks, as `anvil_reset` and `hardhat_reset` name it. */
export type Fork = Readonly<{ jsonRpcUrl: string; blockNumber: number }>;
/** `timestamp` (Unix seconds) is that of block 0. */
export type DevNodeOptions = Readonly<{ port: number; timestamp: number; fork?: Fork }>;

/** A development node that mines on demand: how it is started, and the methods that only some have. */
export type DevTool = Readonly<{
  start(options: DevNodeOptions): Promise<Readonly<{ request: NodeRequest; stop(): Promise<unknown> }>>;
  /** Without one it is restarted to fork. */
  reset?: string;
  drop?: string;
  /** It loses blocks, or hangs, when it is reset while it mines. It is read meanwhile all the same. */
  isResetAlone: boolean;
}>;

/** The node of Foundry. */
export const ANVIL: DevTool = {
  start: ({ fork, ...options }) => {
    const forking = fork ? ['--fork-url', fork.jsonRpcUrl, '--fork-block-number', `${fork.blockNumber}`] : [];
    return startAnvil({ ...options, more: forking });
  },
  ...{ reset: 'anvil_reset', drop: 'anvil_dropAllTransactions', isResetAlone: true },
};

const START_MS = 60_000;
const NETWORK = `{ chainId: 31337, initialDate: new Date(process.env.BEGUN * 1_000).toISOString(), mining: { auto: false, interval: 0 } }`;
const PROJECTS = {
  2: {
    'package.json': '{"name":"project","private":true}',
    'hardhat.config.js': `module.exports = { networks: { hardhat: ${NETWORK} } };`,
  },
  3: {
    'package.json': '{"name":"project","private":true,"type":"module"}',
    'hardhat.config.ts': `export default { networks: { node: { type: 'edr-simulated', ...${NETWORK} } } };`,
  },
} as const;

/** Hardhat's own node, of a project in a temporary folder that `remove` removes. */
export function provideHardhat(major: 2 | 3): Readonly<{ tool: DevTool; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'astrolabe-hardhat-'));
  for (const [name, text] of Object.entries(PROJECTS[major])) writeFileSync(join(folder, name), text);
  const [program = '', cli = ''] = installHardhat(folder, major);
  const start: DevTool['start'] = async ({ port, timestamp, fork }) => {
    const forking = fork ? ['--fork', fork.jsonRpcUrl, '--fork-block-number', `${fork.blockNumber}`] : [];
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      CI: 'true',
      NODE_ENV: 'test' as const,
      BEGUN: `${timestamp}`,
    };
    const args = [cli, 'node', '--hostname', '127.0.0.1', '--port', `${port}`, ...forking];
    const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
    const request = createNodeRequest(`http://127.0.0.1:${port}`);
    const answers = () => request('eth_chainId').catch(() => false);
    await until("Hardhat's node", answers, START_MS);
    return { request, stop: () => stopChild(child) };
  };
  // the node of Hardhat 3 has no method to reset it
  const tool: DevTool = { start, isResetAlone: false, ...(major === 2 && { reset: 'hardhat_reset' }) };
  return { tool, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
