import { findFreePort } from '../lib/free-port';
import { expect, test } from './site';
import { startStubApi } from './stub-api';
import { startWebAlone, type WebAlone } from './web-alone';

test.use({ javaScriptEnabled: false });

const UNKNOWN = `0x${'ab'.repeat(32)}`;

test('what is not there is a 404 that helps', async ({ page, site }) => {
  const chain = `/${site.chainId}`;
  const cases: Record<string, string> = {
    [`${chain}/tx/${UNKNOWN}`]: 'No transaction with this hash on Demo',
    [`${chain}/tx/${UNKNOWN}/fhe`]: 'No transaction with this hash on Demo',
    [`${chain}/tx/${UNKNOWN.slice(0, -1)}`]: 'this one has 63',
    [`${chain}/tx/nonsense`]: 'Invalid transaction hash',
    '/999999': 'Chain 999999 is not available here',
    '/99999999999999999999999999': 'is not available here',
    [`${chain}/tx/${site.transactions['legacy transaction']}/nowhere`]: 'Page not found',
    [`${chain}/block/1/nowhere`]: 'Page not found',
    '/nowhere.php': 'Page not found',
    '/nowhere/<script>alert(1)</script>': 'Page not found',
    '/problem': 'Page not found',
  };
  for (const [path, text] of Object.entries(cases)) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    expect(response?.headers()['cache-control'], path).toBe('private, no-cache');
    await expect(page.getByRole('main'), path).toContainText(text);
    await expect(page.getByRole('main').getByRole('link').first(), path).toBeVisible();
  }
});

test('the hash of an unknown transaction may be written in any case', async ({ page, site }) => {
  const hash = site.transactions['legacy transaction'] ?? '';
  const response = await page.goto(`/${site.chainId}/tx/0x${hash.slice(2).toUpperCase()}`);
  expect(response?.status()).toBe(200);
});

test('the headers of the server to itself mean nothing from outside', async ({ request, site }) => {
  const headers = { 'x-problem': '500', 'x-problem-token': 'guess', 'x-requested-path': '/1' };
  const answer = await request.get(`/${site.chainId}`, { headers });
  expect(answer.status()).toBe(200);
});

test('a form of another site changes no setting', async ({ request }) => {
  const post = (from: string) =>
    request.post('/settings/theme', {
      headers: { 'sec-fetch-site': from },
      form: { theme: 'dark' },
      maxRedirects: 0,
    });
  expect((await post('same-origin')).status()).toBe(303);
  const refused = await post('cross-site');
  expect([refused.status(), refused.headers()['set-cookie']]).toEqual([403, undefined]);
});

test.describe('without an API', () => {
  let web: WebAlone;

  test.beforeAll(async () => {
    web = await startWebAlone({ API_URL: `http://127.0.0.1:${await findFreePort()}` });
  });

  test.afterAll(async () => {
    expect(await web.stop()).toEqual([0, null]);
  });

  test('pages answer 503 and say so', async ({ page }) => {
    for (const path of ['/', '/1', `/1/tx/${UNKNOWN}`, '/search?q=x']) {
      const response = await page.goto(`${web.url}${path}`);
      expect(response?.status(), path).toBe(503);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(
        'Data is temporarily unavailable',
      );
      await expect(page.getByRole('link', { name: 'Try again' }), path).toBeVisible();
    }
  });

  test('the API answers as an API does, and tells no address', async ({ request }) => {
    const answer = await request.get(`${web.url}/1/api/v2/transactions`);
    expect([answer.status(), answer.headers()['retry-after'], await answer.json()]).toEqual([
      503,
      '5',
      { error: 'The API does not respond at the moment', source: 'internal' },
    ]);
    expect(JSON.stringify(answer.headers())).not.toContain('127.0.0.1');
  });
});

test.describe('with an API that is back when it is asked again', () => {
  let api: Awaited<ReturnType<typeof startStubApi>>;
  let web: WebAlone;

  test.beforeAll(async () => {
    api = await startStubApi({ '/api/json/config': { chains: {} } }, 503);
    web = await startWebAlone({ API_URL: api.url });
  });

  test.afterAll(async () => {
    expect(await web.stop()).toEqual([0, null]);
    await api.stop();
  });

  test('a page that failed for want of it is 503', async ({ page }) => {
    for (const path of ['/1', `/1/tx/${UNKNOWN}`]) {
      const response = await page.goto(`${web.url}${path}`);
      expect([response?.status(), response?.headers()['retry-after']], path).toEqual([503, '5']);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(
        'Data is temporarily unavailable',
      );
    }
  });
});
