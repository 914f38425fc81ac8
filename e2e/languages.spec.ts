import type { Page } from '@playwright/test';
import { ROUTES } from '../scripts/routes.mjs';
import { expectAccessible, overflowOf } from './checks';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';

const RIGHT_TO_LEFT_MS = 240_000;
const ROUTES_OF_EVERY_DAY =
  /^\/(\[chain\](\/(blocks|txs|tokens|token-transfers|gas|stats|block\/\[id\]|tx\/\[hash\](\/[\w-]+)?|address\/\[hash\]))?|settings)?$/;

test.describe('a browser that wants German', () => {
  test.use({ locale: 'de-AT' });

  test('gets it, with numbers, plurals and ages of the language', async ({ page, site }) => {
    const answer = await page.goto(`/${site.chainId}/blocks`);
    // so that no cache gives it to another
    expect(answer?.headers()['cache-control']).toBe('private, no-cache');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('lang', 'de');
    await expect(root).toHaveAttribute('dir', 'ltr');
    await expect(page).toHaveTitle(/^Blöcke auf /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blöcke');
    await expect(page.getByRole('columnheader', { name: 'Gebührenempfänger' })).toHaveCount(1);
    await expect(page.locator('tbody time [data-age]').first()).toHaveText(
      /^vor \d+ (Sek|Min|Std|Tag)|^gerade eben$/,
    );
    await expect(page.locator('tbody tr').first()).toContainText(/\d,\d+ Gwei/);
    await page.goto(`/${site.chainId}`);
    await expect(page.getByText(/^\d+ Transaktion(en)?$/).first()).toBeVisible();
  });

  test('gets it from scripts, too', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/txs`);
    await expect(page.locator('html')).toHaveAttribute('data-enhanced');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog', { name: 'Suche und Aktionen' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Ausstehende Transaktionen' })).toBeVisible();
    await page.goto('/settings');
    await page.getByLabel('Adresse', { exact: true }).fill('0x1');
    await page.getByLabel('Label', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Hexadezimalziffern' })).toBeVisible();
  });

  test('gets charts in it that the API describes in English, embedded ones too', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/stats`);
    await expect(page.getByRole('heading', { level: 2, name: 'Konten' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Mittlere Blockgröße', exact: true })).toBeVisible();
    await page.goto(`/${site.chainId}/stats/averageBlockSize`);
    await expect(page).toHaveTitle(/^Mittlere Blockgröße auf /);
    await expect(page.getByText('Wie viele Bytes ein Block im Mittel hatte').first()).toBeVisible();
    await page.goto(`/embed/${site.chainId}/stats/txnsSuccessRate`);
    await expect(page.getByText('Erfolgsquote').first()).toBeVisible();
    const csv = await page.request.get(`/${site.chainId}/stats/averageBlockSize/csv`);
    expect(await csv.text()).toContain('bytes');
    const catalogue = await page.request.get(`${site.apiUrl}/stats-service/api/v1/lines`);
    expect(await catalogue.text()).toContain('Average block size');
  });

  test('gets what the API says of a failure', async ({ page, txPath }) => {
    await page.goto(txPath('panic 0x12: division by zero'));
    await expect(page.getByRole('region', { name: 'Fehlergrund' })).toContainText(
      'Eine Zahl wurde durch null geteilt.',
    );
  });

  test('gets data in English', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/txs`);
    const path = await page.locator('tbody a[href*="/tx/"]').first().getAttribute('href');
    const markdown = await page.request.get(`${path}.md`);
    expect(await markdown.text()).toContain('Transaction fee');
    await page.goto('/docs/api');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor chooses a language, and it stays until another is chosen', async ({ page, site }) => {
    await page.goto('/settings');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen');
    await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`/${site.chainId}/tokens`);
    await expect(page.getByRole('columnheader', { name: 'Inhaber' })).toHaveCount(1);
    // a column has one name in the URL in every language
    await page.goto(`/${site.chainId}/tokens?columns=token,holders`);
    await expect(page.getByRole('columnheader')).toHaveText(['Token', 'Inhaber']);
    await page.goto(`/${site.chainId}/txs?columns=transaction,from-and-to,fee`);
    await expect(page.getByRole('columnheader')).toHaveText(['Transaktion', 'Von und an', 'Gebühr']);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  });
});

test('a missing page is in the language as well', async ({ browser, site }) => {
  const context = await browser.newContext({ locale: 'de', baseURL: site.url });
  const page = await context.newPage();
  const answer = await page.goto(`/${site.chainId}/block/999999999`);
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('999.999.999');
  await context.close();
});

test('from right to left nothing is wider than its window, and nothing is less accessible', async ({
  page,
  site,
}) => {
  test.setTimeout(RIGHT_TO_LEFT_MS);
  const samples = await readSamples(page.request, site);
  const routes = ROUTES.filter(({ route }) => ROUTES_OF_EVERY_DAY.test(route));
  expect(routes.length).toBeGreaterThan(10);
  for (const route of routes) {
    const [path] = pathsOf(route, samples);
    if (path === undefined) continue;
    await page.goto(path);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowOf(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
    await test.step(`axe: ${path}`, () => expectAccessible(page));
    expect(await startsAtTheRight(page), path).toBe(true);
    expect(await page.evaluate(findDisorder), path).toEqual([]);
  }
});

/** The heading stands at the right, and a hash is read from the left. */
function startsAtTheRight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const heading = document.querySelector('h1')?.getBoundingClientRect();
    const hashes = [...document.querySelectorAll('.mono')];
    return (
      heading !== undefined &&
      heading.left + heading.right > window.innerWidth &&
      hashes.every((one) => getComputedStyle(one).unicodeBidi === 'plaintext')
    );
  });
}

/** Amounts whose unit, or signed numbers whose sign, is on the wrong side. Runs in the page. */
function findDisorder(): string[] {
  const AMOUNT = /^[−+]?\d[\d,.]*\s(ETH|Gwei|wei|HCU|WETH|ORB)$/;
  const boxOf = (node: Text, at: number) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const isTurned = (first: DOMRect, last: DOMRect) =>
    first.width > 0 && last.width > 0 && Math.abs(first.bottom - last.bottom) < 6 && first.left > last.left;
  const textsOf = (root: Element) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    return texts.filter(({ data, parentElement }) => data.trim() !== '' && !parentElement?.closest('svg'));
  };
  const main = document.querySelector('main') ?? document.body;
  const signs = textsOf(main).flatMap((node) =>
    [...node.data.matchAll(/(?<!\w)[−+](?=\d)/g)]
      .filter(({ index }) => isTurned(boxOf(node, index), boxOf(node, index + 1)))
      .map(() => node.data),
  );
  const units = [...main.querySelectorAll('*')].filter((one) => {
    if (!AMOUNT.test((one.textContent ?? '').trim())) return false;
    const texts = textsOf(one);
    const [start, end] = [texts[0], texts.at(-1)];
    if (start === undefined || end === undefined) return false;
    return isTurned(boxOf(start, start.data.search(/\S/)), boxOf(end, end.data.trimEnd().length - 1));
  });
  return [...signs, ...units.map(({ outerHTML }) => outerHTML.slice(0, 200))];
}
