import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readEnvironment } from '@/lib/config';
import { provideFolder } from '@/test/support/provide';
import { createNodeRequest, fetchTip } from './node-request';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, '.cache', `demo-test-${process.pid}.mjs`);
const dataDir = provideFolder('astrolabe-demo-');
const running = new Set<ChildProcess>();

beforeAll(async () => {
  await build({
    entryPoints: [join(root, 'demo/main.ts')],
    outfile: program,
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external', alias: { '@': root } },
  });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(program, { force: true });
});

async function run(): Promise<{ child: ChildProcess; rpcUrl: string }> {
  const env = { ...readEnvironment(), NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' } as const;
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const rpcUrl = /^RPC_URL=(.*)$/.exec(line)?.[1];
    if (rpcUrl !== undefined) return { child, rpcUrl };
  }
  throw new Error('The demo program ended without saying where its node answers.');
}

const answers = (rpcUrl: string) =>
  fetchTip(createNodeRequest(rpcUrl)).then(
    () => true,
    () => false,
  );

it('takes its node along when it is killed, and goes on afterwards', async () => {
  const first = await run();
  const { number } = await fetchTip(createNodeRequest(first.rpcUrl));
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await vi.waitUntil(async () => !(await answers(first.rpcUrl)), { timeout: 60_000, interval: 50 });

  const second = await run();
  expect((await fetchTip(createNodeRequest(second.rpcUrl))).number).toBeGreaterThanOrEqual(number);
  second.child.kill('SIGTERM');
  const [code] = await once(second.child, 'exit');
  expect(code).toBe(0);
  expect(await answers(second.rpcUrl)).toBe(false);
});
