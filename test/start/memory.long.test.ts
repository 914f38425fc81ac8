import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSamples, ROUTES } from '../../scripts/routes.mjs';
import { commandOf, familyOf, type Site, startDemoSite, untilReady } from '../support/site';

/** Minutes of load, of which the last third is compared with the second. */
const MINUTES = Number(process.env.MEMORY_MINUTES ?? 30);
const MAX_GROWTH = 1.05;
const VISITORS = 4;
const SAMPLE_MS = 2_000;
const ROLES = ['web', 'api', 'indexer'] as const;

/** Resident megabytes by role. */
type Memory = Record<(typeof ROLES)[number], number>;

let dataDir: string;
let site: Site;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-memory-'));
  site = await startDemoSite(dataDir);
  await untilReady(site);
}, 300_000);
afterAll(async () => {
  site.program.kill('SIGTERM');
  await site.program.ended;
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const readJson = async (path: string) => (await fetch(`${site.url}${path}`)).json();

/** Pages of every kind, of every transaction, block and address that lists begin with, and their data. */
async function listPages(): Promise<string[]> {
  const samples = await findSamples(readJson);
  const { root } = samples;
  const [transactions, blocks, addresses] = await Promise.all([
    readJson('/api/v2/transactions'),
    readJson('/api/v2/blocks'),
    readJson('/api/v2/addresses'),
  ]);
  return [
    ...ROUTES.flatMap(({ paths }) => paths(samples)),
    ...transactions.items.flatMap(({ hash }: { hash: string }) => [
      `${root}/tx/${hash}`,
      `${root}/tx/${hash}.json`,
      `${root}/tx/${hash.slice(0, -4)}0000`,
    ]),
    ...blocks.items.map(({ height }: { height: number }) => `${root}/block/${height}`),
    ...addresses.items.map(({ hash }: { hash: string }) => `${root}/address/${hash}?filter=from`),
  ];
}

async function measure(): Promise<Memory> {
  const memory: Memory = { web: 0, api: 0, indexer: 0 };
  for (const pid of familyOf(site.program.pid)) {
    const program = basename(commandOf(pid).split(' ').at(-1) ?? '');
    const role = ROLES.find((name) => program === `${name}.mjs`);
    if (role === undefined) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    memory[role] += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }
  return memory;
}

const meanOf = (samples: readonly Memory[], role: keyof Memory) =>
  samples.reduce((sum, sample) => sum + sample[role], 0) / samples.length;

test.skipIf(process.platform !== 'linux')('memory of no role grows under a mixed load', async () => {
  const pages = await listPages();
  let number = 0;
  let isOver = false;
  const visit = async () => {
    while (!isOver) {
      number += 1;
      const page = pages[number % pages.length] ?? '/';
      // a query that was never asked before, at every other visit
      const query = number % 2 === 0 ? '' : `${page.includes('?') ? '&' : '?'}visit=${number}`;
      const answer = await fetch(`${site.url}${page}${query}`, { headers: { accept: 'text/html' } });
      await answer.arrayBuffer();
      expect(answer.status).toBeLessThan(500);
    }
  };
  const visits = Promise.all(Array.from({ length: VISITORS }, visit));
  const minutes: Memory[] = [];
  while (minutes.length < MINUTES) {
    const samples: Memory[] = [];
    for (const next = Date.now() + 60_000; Date.now() < next; await delay(SAMPLE_MS))
      samples.push(await measure());
    const minute = {
      web: meanOf(samples, 'web'),
      api: meanOf(samples, 'api'),
      indexer: meanOf(samples, 'indexer'),
    };
    minutes.push(minute);
    const figures = ROLES.map((role) => `${role} ${Math.round(minute[role])}`).join(', ');
    process.stdout.write(`minute ${minutes.length}: ${figures} MB after ${number} visits\n`);
  }
  isOver = true;
  await visits;
  const third = Math.floor(minutes.length / 3);
  const [second, last] = [minutes.slice(-2 * third, -third), minutes.slice(-third)];
  for (const role of ROLES) expect(meanOf(last, role) / meanOf(second, role), role).toBeLessThan(MAX_GROWTH);
});
