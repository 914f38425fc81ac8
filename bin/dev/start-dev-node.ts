import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import { DEV_PORTS, type FoundNode, findDevNode } from './find-dev-node';

const [PORT] = DEV_PORTS;
const TIMEOUT_MS = 10_000;
const POLL_MS = 50;
const NO_NODE = `No development node answers on ports ${DEV_PORTS.join(', ')}, and there is no anvil to start: run "anvil" or "npx hardhat node", or set RPC_URL to a node on this machine.`;

/**
 * Starts anvil: ANVIL_BIN, that of npm, of the PATH or of the project; it ends with this process. Throws AppError `config`
 * when there is none.
 */
export async function startDevNode(
  folder: string,
  { ANVIL_BIN, PATH = '' }: Readonly<{ ANVIL_BIN: string | undefined; PATH: string | undefined }>,
): Promise<FoundNode> {
  const anvil = await findAnvil({
    ANVIL_BIN,
    PATH: [PATH, join(folder, 'node_modules/.bin')].join(delimiter),
  });
  const child = spawn(anvil, ['--port', String(PORT), '--quiet'], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
  });
  child.once('error', () => undefined);
  process.once('exit', () => child.kill());
  for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await pause(POLL_MS)) {
    const node = await findDevNode([PORT]);
    if (node) return node;
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  throw new AppError(
    'config',
    `${anvil} did not start on port ${PORT}: is it in use? Stop what uses it, or set RPC_URL.`,
  );
}

async function findAnvil(environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  try {
    const { resolveAnvil } = await import('@/demo/resolve-anvil');
    return resolveAnvil(environment);
  } catch (cause) {
    throw new AppError('config', NO_NODE, { cause });
  }
}
