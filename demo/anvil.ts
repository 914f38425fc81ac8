import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import { FUNDED_ACCOUNTS, MNEMONIC } from './accounts';
import { CHAIN_ID } from './envelope';
import { createNodeRequest, type NodeRequest } from './node-request';
import { resolveAnvil } from './resolve-anvil';

/** A running anvil on a loopback port of its own. */
export type Anvil = {
  rpcUrl: string;
  request: NodeRequest;
  /** Resolves when the process has ended, wanted or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * `timestamp` (seconds since 1970) is that of block 0; `stateFile` is loaded when given; `keptStates` bounds how
 * many past states stay readable (blocks, receipts, logs and traces always do).
 */
export type AnvilOptions = { timestamp: number; stateFile?: string; keptStates?: number };

const START_TIMEOUT_MS = 30_000;
/** Ends anvil when the pipe from the parent closes, which happens however the parent dies. */
const GUARD =
  'exec 3<&0; "$0" "$@" & child=$!; { cat <&3 >/dev/null; kill "$child"; } 2>/dev/null & wait "$child"';

/** Starts anvil and waits for its first answer. Throws AppError `config` where there is no anvil to run. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const port = await findFreePort();
  const child = spawnGuarded(resolveAnvil(), anvilArguments(port, options));
  const output: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
  const ended = once(child, 'exit').then(() => undefined);
  const kill = () => child.kill();
  process.once('exit', kill);
  const rpcUrl = `http://127.0.0.1:${port}`;
  const request = createNodeRequest(rpcUrl);
  const stop = async () => {
    process.removeListener('exit', kill);
    child.stdin?.end();
    if (process.platform === 'win32') child.kill();
    await ended;
  };
  try {
    await waitForAnswer(request, child);
  } catch (error) {
    await stop();
    throw new AppError('internal', `anvil did not start: ${Buffer.concat(output).toString().trim()}`, {
      cause: error,
    });
  }
  return { rpcUrl, request, ended, stop };
}

function anvilArguments(port: number, options: AnvilOptions): string[] {
  const list = ['--port', `${port}`, '--chain-id', `${CHAIN_ID}`, '--host', '127.0.0.1', '--quiet'];
  list.push('--mnemonic', MNEMONIC, '--accounts', `${FUNDED_ACCOUNTS}`);
  list.push('--no-mining', '--order', 'fifo', '--gas-limit', '60000000');
  list.push('--timestamp', `${options.timestamp}`, '--hardfork', 'osaka');
  if (options.stateFile !== undefined) list.push('--load-state', options.stateFile);
  if (options.keptStates !== undefined) list.push('--prune-history', `${options.keptStates}`);
  return list;
}

/** Its own process group, so that Ctrl-C reaches the parent alone, which then stops anvil in order. */
function spawnGuarded(binary: string, list: string[]): ChildProcess {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe'];
  if (process.platform === 'win32') return spawn(binary, list, { stdio });
  return spawn('/bin/sh', ['-c', GUARD, binary, ...list], { stdio, detached: true });
}

async function waitForAnswer(request: NodeRequest, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await request('eth_chainId');
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) throw error;
    }
    await pause(10);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The socket has no port.');
  return address.port;
}
