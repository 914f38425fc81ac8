import type { Page } from '@playwright/test';
import { z } from 'zod';
import { type ApiInFront, onlyStats, startApiInFront } from './api-in-front';
import { expectAccessible } from './checks';
import { expect, type Site, test } from './site';
import { startWebAlone, type WebAlone } from './web-alone';

const DAYS = 420;
const MS_PER_DAY = 86_400_000;
/** Names that an operator or a stranger may choose. */
const LONG_TITLE = `${'Wider'.repeat(40)} \u202e${'مجموع '.repeat(20)}`;
const ODD_ID = 'odd/../<id> %2f"';

type Point = { date: string; date_to: string; value: string; is_approximate?: true; is_missing?: true };

/** Days up to `last`: growing values of many digits, every tenth missing, the last one incomplete. */
function makeHistory(last: string): Point[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const date = new Date(Date.parse(last) - (DAYS - 1 - index) * MS_PER_DAY).toISOString().slice(0, 10);
    const isMissing = index % 10 === 5;
    return {
      date,
      date_to: date,
      value: isMissing ? '0' : `${1_000 * (index + 1) ** 2}.000000000000000001`,
      ...(isMissing ? { is_missing: true as const } : {}),
      ...(index === DAYS - 1 ? { is_approximate: true as const } : {}),
    };
  });
}

const chart = (id: string, title: string) => ({
  id,
  title,
  description: `${title}, told at length`,
  units: id === ODD_ID ? `=HYPERLINK("x")${'unit'.repeat(20)}` : 'ETH',
  resolutions: ['DAY', 'CENTURY'],
});
const CHARTS = [
  chart('averageTxnFee', 'Average transaction fee'),
  chart(ODD_ID, LONG_TITLE),
  chart('none', 'Nothing at all'),
];

/** A service whose charts have a history, and extreme names and figures. */
function answerFrom(history: readonly Point[]) {
  return ({ pathname, searchParams }: URL) => {
    const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '9999'];
    const pointsOf = (id: string) =>
      id === 'none' ? [] : history.filter(({ date }) => date >= from && date <= to);
    if (pathname === '/lines') return { sections: [{ id: 'fees', title: LONG_TITLE, charts: CHARTS }] };
    if (pathname === '/series')
      return { series: CHARTS.map(({ id }) => ({ id, resolution: 'DAY', points: pointsOf(id) })) };
    const found = CHARTS.find(({ id }) => pathname === `/lines/${encodeURIComponent(id)}`);
    return found ? { chart: pointsOf(found.id), info: found } : null;
  };
}

async function findNewestDay(site: Site): Promise<string> {
  const answer = await fetch(`${site.apiUrl}/${site.chainId}/api/v2/blocks?items_count=1`, {
    headers: { authorization: `Bearer ${site.apiKey}` },
  });
  const { items } = z
    .object({ items: z.array(z.object({ timestamp: z.string() })) })
    .parse(await answer.json());
  return items[0]?.timestamp.slice(0, 10) ?? '';
}

let api: ApiInFront;
let web: WebAlone;
let history: Point[];
let base: string;

test.beforeAll(async ({ site }) => {
  history = makeHistory(await findNewestDay(site));
  api = await startApiInFront(site, onlyStats(site, answerFrom(history)));
  web = await startWebAlone({ API_URL: api.url });
  base = `${web.url}/${site.chainId}/stats`;
});
test.afterAll(async () => {
  await web.stop();
  api.stop();
});

const drawing = (page: Page) => page.locator('svg.recharts-surface');
const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a chart is drawn with its gaps, and told in words', async ({ page }) => {
    await page.goto(`${base}/averageTxnFee?range=1M`);
    const image = page.getByRole('img', {
      name: /^Average transaction fee, by day, .* See the table for all values\.$/,
    });
    const [solid, dashed] = await image.locator('g path').all();
    const stretches = await solid?.getAttribute('d');
    expect(stretches?.match(/M/g)?.length).toBe(
      history.slice(-32).filter((point) => point.is_missing).length + 1,
    );
    expect(await dashed?.getAttribute('stroke-dasharray')).toBe('2 5');
    const main = page.getByRole('main');
    await expect(main).toContainText(/Dashed: \d+ \w+ \d+ is in progress, 176,400,000 ETH so far\./);
    await expect(main).toContainText(/Gaps: no data for 3 days\./);
    await page.getByRole('link', { name: 'Log' }).click();
    await expect(page).toHaveURL(/\?range=1M&scale=log$/);
    await expect(image).toBeVisible();
  });

  test('the table has every digit of every period, a page at a time', async ({ page }) => {
    await page.goto(`${base}/averageTxnFee?range=All&view=table&resolution=DAY`);
    const newestFirst = history.toReversed();
    const pages = Math.ceil(DAYS / 100);
    for (let number = 1; number <= pages; number++) {
      const shown = newestFirst.slice((number - 1) * 100, number * 100);
      await expect(page.getByRole('main')).toContainText(`Page ${number} of ${pages}`);
      await expect(rows(page)).toHaveCount(shown.length);
      const texts = await rows(page).allInnerTexts();
      for (const [index, { value, is_missing }] of shown.entries()) {
        const [whole = '', part = ''] = value.split('.');
        const exact = `${Number(whole).toLocaleString('en')}.${part}`;
        expect(texts[index]).toContain(is_missing ? 'no value' : exact);
      }
      if (number < pages) await page.getByRole('link', { name: 'Next page' }).click();
    }
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
    await page.goto(`${base}/averageTxnFee?range=All&view=table&page=99999`);
    await expect(page.getByRole('main')).toContainText(`Page ${pages} of ${pages}`);
  });

  test('days can be chosen; what makes no sense is as if it were not there', async ({ page }) => {
    const [first, , third] = history;
    await page.goto(`${base}/averageTxnFee`);
    await page.getByLabel('From').fill(first?.date ?? '');
    await page.getByLabel('to', { exact: true }).fill(third?.date ?? '');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Table' }).click();
    await expect(page).toHaveURL(`${base}/averageTxnFee?from=${first?.date}&to=${third?.date}&view=table`);
    await expect(rows(page)).toHaveCount(3);
    await page.goto(`${base}/averageTxnFee?view=table&from=${third?.date}&to=${first?.date}`);
    await expect(rows(page)).toHaveCount(3);
    const strange = 'resolution=HOUR&scale=x&range=9Y&from=2023-02-30&to=-&page=0&all=1&view=table&q=%00';
    expect((await page.goto(`${base}/averageTxnFee?${strange}`))?.status()).toBe(200);
    await expect(page.getByRole('main').locator('[aria-current=true]')).toHaveText(['3M', 'Day', 'Table']);
    await page.goto(`${base}/averageTxnFee?from=2090-01-01`);
    await expect(page.getByRole('main')).toContainText('No data in this range');
    await expect(page.getByRole('link', { name: 'CSV' })).toHaveCount(0);
  });
});

test('a chart answers to pointer and keyboard, and can be looked into', async ({ page }) => {
  await page.goto(`${base}/averageTxnFee?range=1M`);
  const box = await drawing(page).boundingBox();
  expect(box).not.toBeNull();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  const reading = page.getByRole('status');
  await page.mouse.move(x + width - 2, y + height / 2);
  await expect(reading).toContainText('176,400,000.000000000000000001 ETH');
  await expect(reading).toContainText('so far');
  await page.mouse.move(0, 0);
  await drawing(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(reading).toContainText('ETH');
  const second = await reading.innerText();
  await page.keyboard.press('ArrowRight');
  await expect(reading).not.toHaveText(second);
  const toBlocks = page.getByRole('main').getByRole('link', { name: /^Blocks of / });
  await expect(toBlocks).toHaveCount(3);
  await page.mouse.click(x + width * 0.4, y + height / 2);
  await expect(toBlocks).toHaveCount(4);
  await page.mouse.move(x + width * 0.4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.5, y + height / 2, { steps: 4 });
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/\/averageTxnFee\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await page.getByRole('link', { name: 'Table' }).click();
  await expect(page).toHaveURL(/view=table/);
  const count = await rows(page).count();
  expect(count).toBeGreaterThan(5);
  expect(count).toBeLessThan(25);
});

test('the file of a chart holds no formula', async ({ request }) => {
  const answer = await request.get(`${base}/${encodeURIComponent(ODD_ID)}/csv?range=All&resolution=DAY`);
  expect(answer.headers()['content-disposition']).toMatch(/^attachment; filename="[\w.-]+-day\.csv"$/);
  const lines = (await answer.text()).split('\r\n');
  expect(lines[0]).toBe('from,to,"odd/../<id> %2f""",unit,in progress,partly indexed');
  expect(lines).toHaveLength(DAYS + 2);
  for (const [index, point] of history.entries()) {
    const value = point.is_missing ? '' : point.value;
    expect(lines[index + 1]).toMatch(
      new RegExp(`^${point.date},${point.date},${value},"'=HYPERLINK\\(""x""\\)`),
    );
  }
});

test('names and figures of any length fit, and axe finds nothing', async ({ page }) => {
  test.slow();
  const odd = `/${encodeURIComponent(ODD_ID)}`;
  for (const rest of ['', '?view=list', odd, `${odd}?view=table`, '/none', `${odd}?scale=log&range=All`]) {
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${base}${rest}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect([rest, width, overflow > 0]).toEqual([rest, width, false]);
    }
    await expectAccessible(page);
  }
});
