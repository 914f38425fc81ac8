import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, parseAbi } from 'viem';
import { startTestChain, type TestChain } from '../demo/test-chain';
import { freePort } from './free-port';
import { shareSite } from './site';

const READY_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;
const API_KEY = 'the-server-key-that-nobody-may-see';
const EXECUTOR = '0xe3a9105a3a932253A70F126eb1E3b589C643dD24';
const UINT256 = 8;

/** Starts the demo chain with fixed contents and, by `npm start`'s own program, the whole product over it. */
export default async function startSite(): Promise<() => Promise<void>> {
  const testChain = await startTestChain();
  const largest = await encryptLargest(testChain);
  const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-e2e-'));
  const [port, apiPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      RPC_URL: testChain.rpcUrl,
      CHAIN_NAME: 'Demo',
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PORT: String(apiPort),
      API_KEY,
    },
  });
  const stop = async () => {
    await stopProcess(child);
    await testChain.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  shareSite({
    url: `http://localhost:${port}`,
    apiUrl: `http://localhost:${apiPort}`,
    apiKey: API_KEY,
    chainId: '31337',
    transactions: { ...testChain.history.transactions, 'encryption of 2^256-1': largest },
  });
  return stop;
}

/** The largest plain number there is, in a log of the executor. */
async function encryptLargest({ chain }: TestChain): Promise<string> {
  const data = encodeFunctionData({
    abi: parseAbi(['function trivialEncrypt(uint256 plaintext, uint8 toType) returns (bytes32)']),
    args: [2n ** 256n - 1n, UINT256],
  });
  const hash = await chain.send({ from: chain.accounts.deployer, to: EXECUTOR, data, gas: 500_000n });
  await chain.mine();
  return hash;
}

/** Resolves when the summary is printed. Rejects, with what was printed, when the program ends before. */
async function untilReady(child: ChildProcess): Promise<void> {
  const printed: string[] = [];
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed.push(chunk.toString());
      if (printed.join('').includes('is ready')) resolve();
    });
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(printed.join(''))));
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not ready in time:\n${printed.join('')}`)), READY_TIMEOUT_MS).unref();
  });
  await Promise.race([ready, ended, late]);
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(timer);
}
