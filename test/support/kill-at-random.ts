import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { findContradictions, killEverything, openSiteDatabase, startDemoSite, untilReady } from './site';

const DEMO_CHAIN = 31337;
/** From the start, over indexing, to an idle site. */
const LATEST_KILL_MS = 15_000;

/** Starts a site and kills it at a random instant, `times` times; then it must start and be consistent. */
export async function killAtRandom(dataDir: string, times: number): Promise<void> {
  const instants: number[] = [];
  for (let kill = 0; kill < times; kill += 1) {
    const site = await startDemoSite(dataDir);
    instants.push(randomInt(LATEST_KILL_MS));
    const early = await Promise.race([site.program.ended, delay(instants.at(-1), 'alive')]);
    expect(early, `after kills at ${instants} ms:\n${site.program.output()}`).toBe('alive');
    killEverything(site);
    await site.program.ended;
  }
  await expectWhole(dataDir, `after kills at ${instants} ms`);
}

async function expectWhole(dataDir: string, when: string): Promise<void> {
  const site = await startDemoSite(dataDir);
  try {
    const transaction = await untilReady(site);
    expect((await fetch(transaction)).status, when).toBe(200);
    const sql = await openSiteDatabase(site);
    try {
      expect(await findContradictions(sql, DEMO_CHAIN), when).toEqual([]);
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    site.program.kill('SIGTERM');
    expect(await site.program.ended, when).toBe(0);
  }
}
