import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stopChild } from './stop-child';

/** Recorded data and tools beside the repository; absent elsewhere. */
export const SHARED = fileURLToPath(new URL('../../../shared', import.meta.url));
export const HAS_RECORDINGS = existsSync(`${SHARED}/tools/replay-rpc.mjs`);

export type Replay = {
  url: string;
  /** Moves the head, replaces blocks or restores the recorded ones, as in the tool's help. */
  control(order: object): Promise<void>;
  stop(): Promise<void>;
};

/** Serves recorded blocks; `data` is relative to the shared folder. */
export async function startReplay(data: string, options: readonly string[] = []): Promise<Replay> {
  const tool = `${SHARED}/tools/replay-rpc.mjs`;
  const tokens = ['--tokens', `${SHARED}/realdata/tokens.json`];
  const child = spawn(process.execPath, [
    tool,
    '--data',
    `${SHARED}/${data}`,
    '--port',
    '0',
    ...tokens,
    ...options,
  ]);
  const url = await findUrl(child);
  return {
    url,
    control: async (order) => {
      const response = await fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(order) });
      await response.arrayBuffer();
    },
    stop: () => stopChild(child),
  };
}

async function findUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the replay server has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+$/.exec(line)?.[0];
    if (url) return url;
  }
  throw new Error('the replay server ended before it served');
}
