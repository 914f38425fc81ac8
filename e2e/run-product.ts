import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopProcess } from '../bin/supervise/stop-process';
import { findFreePort } from '../lib/free-port';

const READY_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 60_000;

/** The whole product, started by the program of `npm start`. */
export type Product = Readonly<{ url: string; apiUrl: string; dataDir: string; stop(): Promise<void> }>;

/** Starts it with these variables, on free ports and its own database, and waits until it is ready. */
export async function runProduct(variables: Readonly<Record<string, string>>): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-e2e-'));
  const [port, apiPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...variables,
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PORT: String(apiPort),
    },
  });
  const stop = async () => {
    await stopProcess(child, STOP_TIMEOUT_MS);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, apiUrl: `http://localhost:${apiPort}`, dataDir, stop };
}

/** Resolves when the summary is printed. Rejects with the output when the program exits first. */
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
