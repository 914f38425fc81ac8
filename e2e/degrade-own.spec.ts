import { ROUTES } from '../scripts/routes.mjs';
import { type ApiInFront, startApiInFront } from './api-in-front';
import { overflowOf } from './checks';
import { pathsOf, readPlaces } from './places';
import { expect, test } from './site';
import { answerAsSpecified } from './specification';
import { startWebAlone, type WebAlone } from './web-alone';

/** What a page says, before a service that has the specification's operations alone: what it shows, or what is missing. */
const SENTENCES: Readonly<Record<string, string | RegExp>> = {
  '/': 'does not tell which chains it has',
  '/status': 'does not tell which chains it has',
  '/[chain]': 'The data service gives no lists of blocks and transactions',
  '/[chain]/blocks': 'The data service gives no list of blocks',
  '/[chain]/block/[id]': 'may not have this kind of data at all',
  '/[chain]/block/[id]/withdrawals': 'may not have this kind of data at all',
  '/[chain]/txs': 'The data service gives no list of transactions',
  '/[chain]/tx/[hash]': 'Net balance changes',
  '/[chain]/tx/[hash]/token-transfers': 'ERC-',
  '/[chain]/tx/[hash]/fhe': /e1 = |No confidential operations/,
  '/[chain]/tx/[hash]/logs': 'The data service does not give logs',
  '/[chain]/tx/[hash]/internal': 'The calls are not known',
  '/[chain]/tx/[hash]/state': 'The data service does not tell what this transaction did to balances',
  '/[chain]/tx/[hash]/trace': 'The node gave no trace',
  '/[chain]/tx/[hash]/raw': 'gas_limit',
  '/[chain]/address/[hash]': 'The data service gives no list of the transactions of an address',
  '/[chain]/address/[hash]/token-transfers': 'The data service gives no list of the transfers of an address',
  '/[chain]/address/[hash]/tokens': 'The data service gives no list of the tokens of an address',
  '/[chain]/address/[hash]/withdrawals': 'The data service gives no list of the withdrawals of an address',
  '/[chain]/address/[hash]/nfts': 'The data service gives no list of the NFTs of an address',
  '/[chain]/address/[hash]/internal': 'The data service gives no list of the calls of an address',
  '/[chain]/address/[hash]/contract': 'The data service tells nothing of the code at an address',
  '/[chain]/address/[hash]/logs': 'The data service gives no list of the logs of an address',
  '/[chain]/tokens': 'The data service gives no list of tokens',
  '/[chain]/token/[hash]': 'may not have this kind of data at all',
  '/[chain]/token/[hash]/holders': 'may not have this kind of data at all',
  '/[chain]/token/[hash]/inventory': 'may not have this kind of data at all',
  '/[chain]/token/[hash]/instance/[id]': /or the data service does not|No transfers indexed/,
  '/[chain]/stats': 'does not give many charts at once',
  '/[chain]/search': 'The data service gives no list of names',
  '/docs/api': 'The data service does not describe itself',
  '/docs/api/console': 'The data service does not describe itself',
  '/docs/api/[operation]': 'The data service does not describe itself',
};
/** Pages that need nothing beyond the specification: they are what they are elsewhere. */
const WHOLE = ['/[chain]/stats/[chart]', '/problem/not-found'];

let api: ApiInFront;
let web: WebAlone;

test.beforeAll(async ({ site }) => {
  api = await startApiInFront(site, answerAsSpecified);
  web = await startWebAlone({ API_URL: api.url });
});

test.afterAll(async () => {
  await web.stop();
  api.stop();
});

for (const route of ROUTES) {
  test(`before the specification's operations alone: ${route.route}`, async ({ page, site }) => {
    const sentence = SENTENCES[route.route];
    expect(sentence !== undefined || WHOLE.includes(route.route), 'what the page is to say').toBe(true);
    const broken: string[] = [];
    page.on('pageerror', (error) => broken.push(error.message));
    for (const path of pathsOf(route, await readPlaces(page.request, site)).slice(0, 2)) {
      const answer = await page.goto(`${web.url}${path}`);
      expect([200, 404], path).toContain(answer?.status());
      const main = page.getByRole('main');
      if (sentence !== undefined) await expect(main, path).toContainText(sentence);
      expect(await main.innerText(), path).not.toMatch(/undefined|NaN|\[object/);
      await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
    }
    expect(broken).toEqual([]);
  });
}

test('a chart of such a service is drawn, and its figures are there', async ({ page, site }) => {
  await page.goto(`${web.url}/${site.chainId}/stats/newTxns?range=All&view=table`);
  await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(0);
  await page.goto(`${web.url}/${site.chainId}/stats/newTxns?range=All`);
  await expect(page.getByRole('main').locator('svg.recharts-surface')).toBeVisible();
});

test('every amount of a transaction is that of our own service', async ({ page, site, txPath }) => {
  const read = async (base: string) => {
    await page.goto(`${base}${txPath('token medley')}/token-transfers`);
    return page.getByRole('table').getByRole('row').allInnerTexts();
  };
  const whole = await read(site.url);
  expect(whole.length).toBeGreaterThan(2);
  expect(await read(web.url)).toEqual(whole);
});
