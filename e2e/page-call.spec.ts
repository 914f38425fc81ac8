import type { APIRequestContext } from '@playwright/test';
import { ROUTES } from '../scripts/routes.mjs';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';

const CHARTS = ['newTxns?resolution=WEEK', 'averageGasPrice?range=1M&view=table', 'newTxns?from=2020-01-01'];
const LISTS: Readonly<Record<string, readonly string[]>> = {
  '/[chain]/blocks': ['items_count=2'],
  '/[chain]/block/[id]': ['items_count=2'],
  '/[chain]/txs': ['items_count=2', 'filter=pending'],
  '/[chain]/tokens': ['items_count=2', 'type=ERC-721'],
  '/[chain]/address/[hash]': ['items_count=1', 'filter=from'],
  '/[chain]/address/[hash]/token-transfers': ['items_count=1', 'filter=to&type=ERC-20,ERC-721'],
  '/[chain]/address/[hash]/tokens': ['items_count=1', 'type=ERC-721'],
  '/[chain]/address/[hash]/coin-transfers': ['items_count=1', 'filter=from'],
  '/[chain]/address/[hash]/withdrawals': ['items_count=1', 'index=5'],
  '/[chain]/address/[hash]/nfts': ['items_count=1'],
  '/[chain]/address/[hash]/internal': ['items_count=1', 'filter=from'],
  '/[chain]/address/[hash]/logs': ['items_count=1'],
  '/[chain]/token/[hash]': ['items_count=1'],
  '/[chain]/token/[hash]/holders': ['items_count=1'],
  '/[chain]/token/[hash]/confidential': ['items_count=1'],
  '/[chain]/token/[hash]/inventory': ['items_count=1'],
  '/[chain]/token/[hash]/instance/[id]': ['items_count=1'],
  '/[chain]/tx/[hash]/token-transfers': ['items_count=1', 'type=ERC-20'],
  '/[chain]/tx/[hash]/logs': ['items_count=1'],
  '/[chain]/tx/[hash]/internal': ['items_count=1'],
  '/[chain]/tx/[hash]/state': ['items_count=1'],
};

/** Made of no call: its form sends one. */
const WITHOUT_CALL = ['/[chain]/simulate', '/[chain]/watchlist'];

for (const route of ROUTES.filter(
  ({ route: path }) => path.startsWith('/[chain]') && !WITHOUT_CALL.includes(path),
)) {
  test(`${route.route}: the call of every page is answered`, async ({ request, site }) => {
    const samples = await readSamples(request, site);
    const shown = pathsOf(route, samples).filter((path) => !path.includes('view='));
    const charts = route.name === 'chart' ? CHARTS.map((rest) => `${samples.root}/stats/${rest}`) : [];
    const [first = '', second = first] = shown.map((path) => path.replace(/\?.*/, ''));
    const lists = [first, second].flatMap((path) =>
      (LISTS[route.route] ?? []).map((query) => `${path}?${query}`),
    );
    for (const path of new Set([...shown, ...charts, ...lists])) {
      const { call, next } = await readPage(request, path);
      expect(call, path).toMatch(new RegExp(`^/${site.chainId}/(api/v2|stats-service/api/v1)/`));
      await expectAnswered(request, path, call);
      if (next === undefined) continue;
      const { call: callOfNext } = await readPage(request, next);
      expect(callOfNext, next).not.toBe(call);
      await expectAnswered(request, next, callOfNext);
    }
  });
}

test('the call of a page is the one that it was made of', async ({ request, site }) => {
  const root = `/${site.chainId}`;
  const { call: week } = await readPage(request, `${root}/stats/newTxns?resolution=week`);
  expect(week).toMatch(new RegExp(`^${root}/stats-service/api/v1/lines/newTxns\\?.*resolution=WEEK`));
  const { call: filtered } = await readPage(request, `${root}/txs?filter=pending&items_count=3&other=1`);
  expect(filtered).toBe(`${root}/api/v2/transactions?filter=pending&items_count=3`);
  expect((await request.get(`${root}/block/999999999`)).status()).toBe(404);
});

type PageLinks = { call: string; next: string | undefined };

/** The call at the foot of a page as a command, and its link to the next page. */
async function readPage(request: APIRequestContext, path: string): Promise<PageLinks> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  const html = (await answer.text()).replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  const foot = html.slice(html.indexOf('<footer'), html.indexOf('</footer>'));
  const [, call = ''] = /'https?:\/\/[^/]+([^']*)'/.exec(foot) ?? [];
  const [, next] = /href="([^"#]+)[^"]*" rel="next"[^>]*>Next page/.exec(html) ?? [];
  return { call, next };
}

async function expectAnswered(request: APIRequestContext, path: string, call: string): Promise<void> {
  const answer = await request.get(call.replace(/^\/\d+/, ''));
  expect(answer.status(), `${path}: ${call}`).toBe(200);
}

test('a page is JSON, CSV and Markdown by its suffix', async ({ page, request, site, txPath }) => {
  const path = txPath('WETH deposit');
  const json = await request.get(`${path}.json`);
  expect(json.headers()['content-type']).toMatch(/^application\/json/);
  const api = await request.get(
    `${site.apiUrl}/${site.chainId}/api/v2/transactions/${site.transactions['WETH deposit']}`,
    { headers: { authorization: `Bearer ${site.apiKey}` } },
  );
  expect(await json.json()).toEqual(await api.json());
  const markdown = await request.get(`${path}.md`);
  expect(markdown.headers()['content-type']).toMatch(/^text\/markdown/);
  expect(await markdown.text()).toContain(`# Transaction ${site.transactions['WETH deposit']}`);
  const { from, block_number: block } = await api.json();
  const root = `/${site.chainId}`;
  const csv = await request.get(`${root}/address/${from.hash}.csv?filter=from`);
  expect(csv.headers()['content-type']).toMatch(/^text\/csv/);
  for (const part of [`/block/${block}.md`, `/address/${from.hash}.md`, `/address/${from.hash}/tokens.json`])
    expect((await request.get(`${root}${part}`)).status(), part).toBe(200);
  const unknown = `${root}/tx/0x${'0'.repeat(64)}`;
  for (const missing of [`${unknown}.json`, `${unknown}.md`, `${path}.csv`, `${path}/nothing.json`])
    expect((await request.get(missing)).status(), missing).toBe(404);
  await page.goto(`${path}/logs?items_count=2`);
  await page.getByText('View as', { exact: true }).click();
  await page.getByRole('link', { name: 'JSON', exact: true }).first().click();
  await expect(page).toHaveURL(/\/logs\.json\?items_count=2$/);
});
