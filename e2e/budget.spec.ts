import { ROUTES } from '../scripts/routes.mjs';
import { startApiInFront } from './api-in-front';
import { type Cost, measure, readApi } from './checks';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';
import { startWebAlone } from './web-alone';

const MEASURED = [
  'transaction',
  'token-transfers',
  'fhe',
  'nft',
  'stats',
  'chart',
  'home',
  'block',
  'address',
  'token',
  'proof',
  'api',
  'api-operation',
] as const;
/**
 * The page of an interactive chart loads the chart library once it is complete without; only the page of proofs loads the curve, the hash and the decoding that check one.
 */
const MAX_SCRIPT_BYTES: Partial<Record<(typeof MEASURED)[number], number>> = {
  chart: 290 * 1024,
  proof: 200 * 1024,
};
const MOST = { scriptBytes: 170 * 1024, requests: 12, layoutShift: 0.02 };
/** Unpacked. */
const MAX_LIST_BYTES = 280 * 1024;

type Row = Cost & { name: (typeof MEASURED)[number]; url: string };

test('every page keeps to its budget', async ({ page, browser, site }) => {
  const samples = await readSamples(page.request, site);
  const rows: Row[] = [];
  for (const name of MEASURED) {
    const route = ROUTES.find((one) => one.name === name);
    const [path = ''] = route === undefined ? [] : pathsOf(route, samples);
    const context = await browser.newContext({ baseURL: site.url });
    rows.push({ name, url: path, ...(await measure(await context.newPage(), path)) });
    await context.close();
  }
  console.log(drawTable(rows, site.url));
  for (const row of rows) {
    const most = MAX_SCRIPT_BYTES[row.name];
    expect.soft(row.scriptBytes, `${row.name}: script`).toBeGreaterThan(0);
    expect.soft(row.scriptBytes, `${row.name}: script`).toBeLessThanOrEqual(most ?? MOST.scriptBytes);
    if (most === undefined)
      expect.soft(row.requests, `${row.name}: requests`).toBeLessThanOrEqual(MOST.requests);
    expect.soft(row.layoutShift, `${row.name}: layout shift`).toBeLessThanOrEqual(MOST.layoutShift);
    expect.soft(row.hosts, `${row.name}: hosts`).toEqual([site.url]);
    expect.soft(row.problems, `${row.name}: problems`).toEqual([]);
  }
});

function drawTable(rows: readonly Row[], own: string): string {
  const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);
  const cells = rows.map((row) => [
    row.name,
    String(row.requests),
    kilobytes(row.scriptBytes),
    kilobytes(row.styleBytes),
    kilobytes(row.documentBytes),
    row.layoutShift.toFixed(4),
    String(row.hosts.filter((host) => host !== own).length),
  ]);
  const head = ['page', 'requests', 'JS KB', 'CSS KB', 'HTML KB', 'CLS', 'third parties'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...cells]
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
}

test('a page asks for its frame in one call, a transaction for all it shows in at most four', async ({
  request,
  site,
}) => {
  const asked: string[] = [];
  const api = await startApiInFront(site, ({ pathname, search }) => {
    asked.push(pathname.replace(/^.*api\//, '') + search);
    return undefined;
  });
  const web = await startWebAlone({ API_URL: api.url });
  const callsOf = async (path: string) => {
    asked.length = 0;
    expect((await request.get(`${web.url}${path}`)).status(), path).toBe(200);
    return [...asked];
  };
  try {
    const root = `/${site.chainId}`;
    expect(await callsOf(`${root}/operations`)).toHaveLength(2);
    let most = 0;
    for (const name of ['ERC-721 approval', 'swap after its deadline', 'token medley', 'FHE medley']) {
      const hash = site.transactions[name];
      for (const tab of ['', '/token-transfers', '/logs', '/state', '/internal', '/gas', '/raw']) {
        const calls = await callsOf(`${root}/tx/${hash}${tab}`);
        most = Math.max(most, calls.length);
        // of one that failed, the line of source too
        const limit = tab !== '' ? 4 : name === 'swap after its deadline' ? 3 : 2;
        expect.soft(calls.length, `${name} ${tab}: ${calls.join(' ')}`).toBeLessThanOrEqual(limit);
      }
    }
    console.log(`API calls of a transaction page: 2, 3 if it failed, of its other tabs: at most ${most}`);
    expect(await callsOf(`/live${root}/head`)).toHaveLength(1);
    expect(await callsOf(`/live${root}/transactions/${site.transactions['token medley']}`)).toHaveLength(1);
  } finally {
    await web.stop();
    api.stop();
  }
});

test('the HTML of a transaction says all that matters', async ({ request, site }) => {
  const { rich } = await readSamples(request, site);
  const { from, to, fee, nonce } = await readApi(request, site, `/transactions/${rich.hash}`);
  const path = `/${site.chainId}/tx/${rich.hash}`;
  const html = await (await request.get(path)).text();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  for (const text of [
    rich.hash,
    from.hash,
    to.hash,
    'Success',
    'Value',
    BigInt(fee.value).toLocaleString('en'),
    `>${nonce}<`,
  ])
    expect.soft(main, text).toContain(text);
  for (const tab of ['token-transfers', 'fhe', 'logs', 'raw'])
    expect.soft(main).toContain(`href="${path}/${tab}"`);
});

test('pages of fifty rows weigh little, and are in the document once', async ({ request, site }) => {
  const samples = await readSamples(request, site);
  for (const name of ['txs', 'chain-transfers', 'blocks', 'block', 'address', 'address-transfers', 'token']) {
    const route = ROUTES.find((one) => one.name === name);
    const [path = ''] = route === undefined ? [] : pathsOf(route, samples);
    const html = await (await request.get(path)).text();
    const rows = html.match(/<tr /g) ?? [];
    console.log(`${name}: ${rows.length} rows, ${(html.length / 1024).toFixed(0)} KB unpacked`);
    expect.soft(rows.length, name).toBeGreaterThan(1);
    expect.soft(html.length, name).toBeLessThanOrEqual(MAX_LIST_BYTES);
    // what React needs again is the frame: no row is in a script
    const scripts = (html.match(/<script[^>]*>[\s\S]*?<\/script>/g) ?? []).join('');
    expect.soft(scripts, name).not.toContain('data-row');
  }
});

test('no page is above 280 KB of HTML', async ({ request, site }) => {
  const samples = await readSamples(request, site);
  for (const route of ROUTES) {
    const html = await (await request.get(pathsOf(route, samples)[0] ?? '')).text();
    console.log(`${route.name}: ${(html.length / 1024).toFixed(0)} KB`);
    expect.soft(html.length, route.name).toBeLessThanOrEqual(MAX_LIST_BYTES);
  }
});

test('a block with the most that a page has keeps to the weight, and its map is there once', async ({
  page,
  request,
  site,
}) => {
  const { rich } = await readSamples(request, site);
  const { items } = await readApi(request, site, '/transactions');
  const { hash: block } = await readApi(request, site, `/blocks/${rich.block}`);
  const users = Array.from({ length: 300 }, (_, index) => ({
    ...{ hash: `0x${String(index).padStart(64, 'c')}`, position: index, from: `0x${'5a'.repeat(20)}` },
    to: {
      ...items[0].from,
      hash: `0x${String(index).padStart(40, 'd')}`,
      name: 'A vault of many strategies',
    },
    ...{ method: 'swapExactTokensForTokensSupportingFee', gas_used: '123456' },
    ...{ status: index % 3 === 0 ? 'error' : 'ok', fhe_operations_count: index % 2 },
  }));
  const gas_used = String(300 * 123_456);
  const gas = { block_number: rich.block, gas_used, gas_limit: gas_used, transactions_count: 300 };
  const api = await startApiInFront(site, ({ pathname }) => {
    if (pathname.endsWith(`/blocks/${block}/gas`)) return { ...gas, items: users };
    const isList = pathname.endsWith(`/blocks/${block}/transactions`);
    return isList ? { items, next_page_params: null } : undefined;
  });
  const web = await startWebAlone({ API_URL: api.url });
  try {
    const path = `${web.url}/${site.chainId}/block/${rich.block}`;
    const html = await (await request.get(path)).text();
    console.log(`a full block: ${(html.length / 1024).toFixed(0)} KB unpacked`);
    expect(html.length).toBeLessThanOrEqual(MAX_LIST_BYTES);
    const drawn = users.filter(({ hash }) => html.includes(`tx/${hash}`));
    expect(drawn.length).toBe(60);
    for (const { hash } of drawn) expect(html.split(hash).length, hash).toBe(2);
    await page.goto(path);
    await expect(page.locator('.gas-map a rect')).toHaveCount(drawn.length);
    await expect(page.locator('table tbody tr')).toHaveCount(items.length);
  } finally {
    await web.stop();
    api.stop();
  }
});

test('rows come back with the back button, also those of the first document', async ({ page, txPath }) => {
  const path = txPath('FHE medley');
  await page.goto(`${path}/logs`, { waitUntil: 'networkidle' });
  const rows = page.locator('main li[id^=log-]');
  const count = await rows.count();
  expect(count).toBeGreaterThan(1);
  const text = await rows.first().textContent();
  await page.getByRole('link', { name: /^FHE operations/ }).click();
  await expect(page.getByRole('table').first()).toContainText('euint64');
  await expect(rows).toHaveCount(0);
  await page.goBack();
  await expect(rows).toHaveCount(count);
  expect(await rows.first().textContent()).toBe(text);
  await page.goForward();
  await expect(page.getByRole('table').first()).toContainText('euint64');
});

test('the tabs change without a page load, and are fetched ahead', async ({ page, txPath }) => {
  const path = txPath('FHE medley');
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const ahead = page.waitForResponse((response) => response.url().includes('/fhe?_rsc='));
  await page.getByRole('link', { name: /^FHE operations/ }).hover();
  await ahead;
  await page.getByRole('link', { name: /^FHE operations/ }).click();
  await expect(page.getByRole('table').first()).toContainText('euint64');
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
