import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import { findFreePort } from '@/lib/free-port';
import { FUNDED_ACCOUNTS, MNEMONIC } from './accounts';
import { CHAIN_ID } from './envelope';
import { createNodeRequest, type NodeRequest } from './node-request';
import { resolveAnvil } from './resolve-anvil';

/** A running anvil on a loopback port of its own. */
export type Anvil = {
  rpcUrl: string;
  request: NodeRequest;
  /** Resolves when the process has ended, expectedly or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/**
 * `timestamp` (Unix seconds) is that of block 0; `stateFile` is loaded if given; `keptStates` bounds how many past
 * states stay readable (blocks, receipts, logs and traces always do). `port` defaults to a free one; `more` are further
 * arguments.
 */
export type AnvilOptions = {
  timestamp: number;
  stateFile?: string;
  keptStates?: number;
  port?: number;
  more?: readonly string[];
};

const START_TIMEOUT_MS = 30_000;
/** Another program may take a free port before anvil listens on it. */
const ATTEMPTS = 3;
/** Ends anvil when the pipe from the parent closes, however the parent dies. */
const GUARD = `exec 3<&0
"$0" "$@" & node=$!
{ cat <&3 >/dev/null; kill "$node"; } 2>/dev/null & guard=$!
wait "$node"; code=$?
kill "$guard" 2>/dev/null
exit "$code"`;

/** Starts anvil and waits for its first response. Throws AppError `config` when there is no anvil to run. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const binary = resolveAnvil();
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort());
    const child = spawnGuarded(binary, anvilArguments(port, options));
    const errors: Buffer[] = [];
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
    const anvil = superviseChild(child, `http://127.0.0.1:${port}`);
    try {
      await waitForAnswer(anvil.request, child);
      return anvil;
    } catch (cause) {
      await anvil.stop();
      const stderr = Buffer.concat(errors).toString().trim();
      if (attempt === ATTEMPTS) throw new AppError('internal', `anvil did not start: ${stderr}`, { cause });
    }
  }
}

function superviseChild(child: ChildProcess, rpcUrl: string): Anvil {
  const ended = once(child, 'exit').then(() => undefined);
  const release = () => (process.platform === 'win32' ? child.kill() : child.stdin?.end());
  process.once('exit', release);
  const stop = async () => {
    process.removeListener('exit', release);
    release();
    await ended;
  };
  return { rpcUrl, request: createNodeRequest(rpcUrl), ended, stop };
}

function anvilArguments(port: number, options: AnvilOptions): string[] {
  const list = ['--port', `${port}`, '--chain-id', `${CHAIN_ID}`, '--host', '127.0.0.1', '--quiet'];
  list.push('--mnemonic', MNEMONIC, '--accounts', `${FUNDED_ACCOUNTS}`);
  list.push('--no-mining', '--order', 'fifo', '--gas-limit', '60000000');
  list.push('--timestamp', `${options.timestamp}`, '--hardfork', 'osaka');
  if (options.stateFile !== undefined) list.push('--load-state', options.stateFile);
  if (options.keptStates !== undefined) list.push('--prune-history', `${options.keptStates}`);
  list.push(...(options.more ?? []));
  return list;
}

/** A process group of its own, so that Ctrl-C reaches only the parent, which then stops anvil in order. */
function spawnGuarded(binary: string, list: string[]): ChildProcess {
  const stdio: ['pipe', 'ignore', 'pipe'] = ['pipe', 'ignore', 'pipe'];
  const child =
    process.platform === 'win32'
      ? spawn(binary, list, { stdio })
      : spawn('/bin/sh', ['-c', GUARD, binary, ...list], { stdio, detached: true });
  // A node that exits by itself leaves a pipe without a reader.
  child.stdin?.on('error', () => undefined);
  return child;
}

async function waitForAnswer(request: NodeRequest, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answered = await request('eth_chainId').then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!answered && !hasEnded) return;
    if (hasEnded || Date.now() > deadline)
      throw new Error('The node stopped or never responded.', { cause: answered?.error });
    await pause(10);
  }
}
