import { expect, test } from './site';

const MOST_SCRIPT_BYTES = 170 * 1024;
const MOST_REQUESTS = 12;

test('a transaction costs little and asks nobody else', async ({ page, txPath, site }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const types = new Map<string, string>();
  const sizes = new Map<string, number>();
  const hosts = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    types.set(requestId, type ?? 'Other');
    hosts.add(new URL(request.url).origin);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength);
  });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(txPath('FHE medley'), { waitUntil: 'networkidle' });
  const bytesOf = (type: string) =>
    [...types].filter(([, other]) => other === type).reduce((sum, [id]) => sum + (sizes.get(id) ?? 0), 0);
  console.log(
    `tx page: ${types.size} requests, script ${bytesOf('Script')} B, style ${bytesOf('Stylesheet')} B, document ${bytesOf('Document')} B`,
  );
  expect(bytesOf('Script')).toBeGreaterThan(0);
  expect(bytesOf('Script')).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  expect(types.size).toBeLessThanOrEqual(MOST_REQUESTS);
  expect([...hosts]).toEqual([site.url]);
  expect(problems).toEqual([]);
});

test('nothing moves while the page loads', async ({ page, txPath }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(txPath('FHE medley'), { waitUntil: 'networkidle' });
  const total = await page.evaluate(() => {
    const { shifts } = Object.assign({ shifts: [1] }, window);
    return shifts.reduce((sum, shift) => sum + shift, 0);
  });
  expect(total).toBeLessThanOrEqual(0.02);
});

test('the tabs change without a page load, and are fetched ahead', async ({ page, txPath }) => {
  const path = txPath('FHE medley');
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const ahead = page.waitForResponse((response) => response.url().includes('/fhe?_rsc='));
  await page.getByRole('link', { name: 'FHE operations' }).hover();
  await ahead;
  await page.getByRole('link', { name: 'FHE operations' }).click();
  await expect(page.getByRole('table')).toContainText('euint64');
  await expect(page).toHaveURL(`${path}/fhe`);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('pages carry a policy under which they work', async ({ request, site }) => {
  const answer = await request.get(`/${site.chainId}`);
  const policy = answer.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(answer.headers()['cache-control']).toBe('private, no-cache');
  expect(answer.headers()['x-powered-by']).toBeUndefined();
  const again = await request.get(`/${site.chainId}`);
  expect(again.headers()['content-security-policy']).not.toBe(policy);
});
