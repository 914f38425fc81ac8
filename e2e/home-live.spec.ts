import { z } from 'zod';
import { type ApiInFront, startApiInFront } from './api-in-front';
import { readLayoutShift, watchLayoutShift } from './checks';
import { expect, test } from './site';
import { startWebAlone, type WebAlone } from './web-alone';

const records = z.object({ items: z.array(z.record(z.string(), z.unknown())).min(1) });
const status = z.record(z.string(), z.unknown());
const overview = z.looseObject({ head: status });

/** Blocks, with a transaction each, that the service has beyond the site's. */
let more = 0;
/** Requests for how far the service is, by pages and open pages alike. */
let looks = 0;
/** Requests for what a transaction did. */
let explained = 0;
let api: ApiInFront;
let web: WebAlone;
let newest: number;

test.beforeEach(async ({ site }) => {
  [more, looks, explained] = [0, 0, 0];
  api = await startApiInFront(site, async ({ pathname }, ask) => {
    if (pathname.endsWith('/main-page/indexing-status')) {
      looks += 1;
      const answer = status.parse(await ask());
      newest = numberOf(answer.indexed_block);
      return { ...answer, indexed_block: newest + more, head_block: newest + more };
    }
    if (pathname.endsWith('/main-page/overview')) {
      looks += 1;
      const { head, ...rest } = overview.parse(await ask());
      newest = numberOf(head.indexed_block);
      return { ...rest, head: { ...head, indexed_block: newest + more, head_block: newest + more } };
    }
    if (/\/transactions\/0x[0-9a-f]{64}\/overview$/.test(pathname)) explained += 1;
    if (/\/api\/v2\/(blocks|transactions)$/.test(pathname)) return grow(records.parse(await ask()).items);
    return undefined;
  });
  web = await startWebAlone({ API_URL: api.url });
});

test.afterEach(async () => {
  await web.stop();
  api.stop();
});

/** A list with the newer items in front, like its first one in everything but hash and height. */
function grow(items: readonly Record<string, unknown>[]) {
  const [first = {}] = items;
  const added = Array.from({ length: more }, (_, index) => ({
    ...first,
    hash: `0x${String(more - index).padStart(64, 'a')}`,
    ...('height' in first ? { height: numberOf(first.height) + more - index } : {}),
  }));
  const [latest = {}, ...others] = [...added, ...items].slice(0, items.length);
  // the demo chain's head may be too old to be called live
  const timestamp = new Date().toISOString().replace('Z', '000Z');
  return { items: [{ ...latest, timestamp }, ...others], next_page_params: null };
}

/** Numbers with every digit, as objects that print themselves. */
const numberOf = (given: unknown) => Number(String(given));
const label = (height: number) => `#${height.toLocaleString('en')}`;

test('new blocks and transactions appear in their places, and nothing moves', async ({ page, site }) => {
  await watchLayoutShift(page);
  await page.goto(`${web.url}/${site.chainId}`, { waitUntil: 'networkidle' });
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  more = 1;
  const blocks = page.getByRole('region', { name: 'Latest blocks' }).getByRole('listitem');
  await expect(blocks.first()).toContainText(label(newest + 1));
  await expect(blocks).toHaveCount(10);
  await expect(page.getByRole('banner')).toContainText(label(newest + 1));
  const transactions = page.getByRole('region', { name: 'Latest transactions' });
  await expect(transactions.getByRole('link', { name: '0xaaaaaa…aaaaa1' })).toBeVisible();
  const strip = page.getByRole('region', { name: 'Gas used per block' }).getByRole('link');
  await expect(strip.last()).toHaveAccessibleName(new RegExp(`^Block ${label(newest + 1)}:`));
  await expect(strip).toHaveCount(24);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  expect(await readLayoutShift(page)).toBeLessThanOrEqual(0.02);
});

test('what the reader points at stays until the pointer leaves', async ({ page, site }) => {
  await page.goto(`${web.url}/${site.chainId}`, { waitUntil: 'networkidle' });
  const first = page.getByRole('region', { name: 'Latest blocks' }).getByRole('listitem').first();
  await first.hover();
  more = 1;
  await expect(page.getByRole('main')).toContainText('Paused');
  await expect(first).toContainText(label(newest));
  await page.mouse.move(2, 2);
  await expect(first).toContainText(label(newest + 1));
  await expect(page.getByRole('main')).toContainText('Live');
});

test('the latest confidential transaction is explained once, however often the page is asked for', async ({
  page,
  site,
}) => {
  for (const path of ['', '', '/fhe']) {
    await page.goto(`${web.url}/${site.chainId}${path}`);
    await expect(page.getByRole('region', { name: 'The latest one, explained' })).toContainText('HCU');
  }
  expect(explained).toBe(1);
});

test('nothing is asked while the tab is hidden, and nothing breathes where motion is unwanted', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${web.url}/${site.chainId}`, { waitUntil: 'networkidle' });
  const animation = () =>
    page.locator('.live-dot').evaluate((element) => getComputedStyle(element).animationName);
  expect(await animation()).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animation()).toBe('breathe');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const before = looks;
  await page.clock.runFor(60_000);
  expect(looks).toBe(before);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(9_000);
  await expect.poll(() => looks).toBeGreaterThan(before);
});
