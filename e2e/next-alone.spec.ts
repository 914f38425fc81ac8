import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { gzipSync } from 'node:zlib';
import { stopProcess } from '../bin/supervise/stop-process';
import { findFreePort } from '../lib/free-port';
import { ROUTES } from '../scripts/routes.mjs';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';

/** Hosts that run Next by themselves have no bin/web: instrumentation.ts offers the pages what they need of it. */
const NAMES = [
  'home',
  'txs',
  'transaction',
  'logs',
  'internal',
  'fhe',
  'address',
  'token',
  'inventory',
  'chart',
];
const NOT_FOUND_KB = 6;
const START_TIMEOUT_MS = 240_000;
const NAVIGATION_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;

let next: ChildProcess;
let url: string;

test.beforeAll(async ({ site }) => {
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', String(port)], {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      API_URL: site.apiUrl,
      API_KEY: site.apiKey,
      PUBLIC_URL: url,
    },
  });
  await expect(async () => expect((await fetch(`${url}/settings`)).status).toBe(200)).toPass({
    timeout: START_TIMEOUT_MS,
  });
});

test.afterAll(async () => {
  await stopProcess(next, STOP_TIMEOUT_MS);
});

test('pages of a host that runs Next by itself work, and weigh what they weigh', async ({ page, site }) => {
  test.slow();
  const samples = await readSamples(page.request, site);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  for (const name of NAMES) {
    const route = ROUTES.find((one) => one.name === name);
    const [path = ''] = route === undefined ? [] : pathsOf(route, samples);
    const answer = await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
    expect.soft(answer?.status(), name).toBe(200);
    const own = await (await page.request.get(`${site.url}${path}`)).text();
    const html = (await answer?.text()) ?? '';
    console.log(`${name}: ${kilobytes(html)} KB, ${kilobytes(own)} KB by bin/web`);
    // Next carries the page of what is missing in every document
    expect.soft(kilobytes(html) - kilobytes(own), `size of ${name}`).toBeLessThan(NOT_FOUND_KB);
    await expect(page.getByRole('main')).toBeVisible();
  }
  expect(problems).toEqual([]);
});

test('its tabs switch without a page load and come back', async ({ page, txPath }) => {
  test.slow();
  const path = txPath('FHE medley');
  await page.goto(`${url}${path}/logs`, { waitUntil: 'networkidle' });
  const rows = page.locator('main li[id^=log-]');
  const count = await rows.count();
  expect(count).toBeGreaterThan(1);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('link', { name: /^FHE operations/ }).click();
  await expect(page.getByRole('table').first()).toContainText('euint64', { timeout: NAVIGATION_TIMEOUT_MS });
  await page.goBack();
  await expect(rows).toHaveCount(count);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('it speaks the language of the visitor, and forwards the API, by any name of the host', async ({
  page,
  site,
}) => {
  const get = (path: string, headers: Record<string, string>) =>
    page.request.get(`${url}${path}`, { headers });
  const german = await get(`/${site.chainId}/txs`, { 'accept-language': 'de' });
  expect(await german.text()).toMatch(/<html lang="de"[\s\S]*Transaktionen/);
  expect(await (await get(`/${site.chainId}/txs`, {})).text()).toContain('<html lang="en"');
  const byAddress = url.replace('localhost', '127.0.0.1');
  expect((await page.request.get(`${byAddress}/api/v2/stats`)).status()).toBe(200);
  expect((await get('/api/v2/stats', { host: 'explorer.example' })).status()).toBe(200);
});

test('it says what is missing', async ({ page, site }) => {
  const answer = await page.goto(`${url}/${site.chainId}/tx/0x${'0'.repeat(64)}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText('No transaction with this hash');
});

test('a signal under load cuts off no answer, and ends it', async ({ site }) => {
  const agent = new Agent({ keepAlive: true });
  const path = `${url.replace('localhost', '127.0.0.1')}/${site.chainId}/txs`;
  let answered = 0;
  const cut: unknown[] = [];
  /** Whether there is somebody to ask: a connection that was not accepted yet may be refused or reset. */
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const request = get(path, { agent }, (response) => {
        response.resume();
        response.once('error', (error) => cut.push(error));
        response.once('close', () => resolve(true));
        answered += 1;
      });
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'ECONNREFUSED'));
    });
  const work = async () => {
    while (await ask());
  };
  const workers = Array.from({ length: 8 }, work);
  await expect.poll(() => answered).toBeGreaterThan(8);
  const ended = once(next, 'exit');
  next.kill('SIGTERM');
  await Promise.all([ended, ...workers]);
  agent.destroy();
  expect(cut).toEqual([]);
});

/** Compressed. */
function kilobytes(html: string): number {
  return Math.round(gzipSync(html).length / 102.4) / 10;
}
