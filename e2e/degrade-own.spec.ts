import { ROUTES } from '../scripts/routes.mjs';
import { type ApiInFront, startApiInFront } from './api-in-front';
import { overflowOf } from './checks';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';
import { answerAsSpecified } from './specification';
import { startWebAlone, type WebAlone } from './web-alone';

/**
 * Texts of a page in front of a service with only the specification's operations: what it shows, or what is missing.
 */
const SENTENCES: Readonly<Record<string, string | RegExp>> = {
  '/': 'This API does not list its chains',
  '/status': 'This API does not list its chains',
  '/[chain]': 'This API does not list blocks and transactions',
  '/[chain]/blocks': 'This API does not list blocks',
  '/[chain]/block/[id]': 'may not have this kind of data',
  '/[chain]/block/[id]/withdrawals': 'may not have this kind of data',
  '/[chain]/block/[id]/access-list': 'may not have this kind of data',
  '/[chain]/gas': 'No gas prices',
  '/[chain]/flow/[hash]': 'This API does not list flows of money',
  '/[chain]/fhe': 'This API does not list the FHE transactions of a chain',
  '/[chain]/watchlist': /You watch no address on this chain|This API does not list what is new at addresses/,
  '/[chain]/simulate': 'Nothing is sent to the network',
  '/[chain]/txs': 'This API does not list transactions',
  '/[chain]/tx/[hash]': 'Net balance changes',
  '/[chain]/tx/[hash]/token-transfers': 'ERC-',
  '/[chain]/tx/[hash]/coin-transfers': 'This API does not list the coin transfers of a transaction',
  '/[chain]/tx/[hash]/fhe': /e1 = |No FHE operations/,
  '/[chain]/tx/[hash]/logs': 'This API does not list logs',
  '/[chain]/tx/[hash]/internal': 'Internal transactions are not available',
  '/[chain]/tx/[hash]/gas': 'This API does not provide gas profiles',
  '/[chain]/tx/[hash]/state': 'The API does not provide the balance changes of this transaction',
  '/[chain]/tx/[hash]/trace': 'No trace available',
  '/[chain]/tx/[hash]/debug': 'This API does not provide the steps of a transaction',
  '/[chain]/tx/[hash]/raw': 'gas_limit',
  '/[chain]/address/[hash]': 'This API does not list the transactions of an address',
  '/[chain]/address/[hash]/token-transfers': 'This API does not list the transfers of an address',
  '/[chain]/address/[hash]/tokens': 'This API does not list the tokens of an address',
  '/[chain]/address/[hash]/coin-transfers': 'This API does not list the coin transfers of an address',
  '/[chain]/address/[hash]/fhe': 'This API does not list the decryption rights of an address',
  '/[chain]/address/[hash]/withdrawals': 'This API does not list the withdrawals of an address',
  '/[chain]/address/[hash]/nfts': 'This API does not list the NFTs of an address',
  '/[chain]/address/[hash]/internal': 'This API does not list the internal transactions of an address',
  '/[chain]/address/[hash]/approvals': 'This API does not list the approvals of an address',
  '/[chain]/address/[hash]/activity': 'This API does not list the counterparties of an address',
  '/[chain]/token-transfers': 'This API does not list token transfers',
  '/[chain]/accounts': 'This API does not list accounts',
  '/[chain]/verified-contracts': 'This API does not list verified contracts',
  '/[chain]/internal-transactions': 'This API does not list internal transactions',
  '/[chain]/withdrawals': 'This API does not list withdrawals',
  '/[chain]/operations': 'This API does not list user operations',
  '/[chain]/op/[hash]': 'may not have this kind of data',
  '/[chain]/handle/[hash]': 'may not have this kind of data',
  '/[chain]/address/[hash]/contract': 'This API does not provide contract data',
  '/[chain]/address/[hash]/contract/bytecode': 'This API does not provide contract data',
  '/[chain]/address/[hash]/contract/read': 'This API does not provide contract data',
  '/[chain]/address/[hash]/contract/write': 'This API does not provide contract data',
  '/[chain]/address/[hash]/contract/verify': 'Verification not available',
  '/[chain]/address/[hash]/logs': 'This API does not list the logs of an address',
  '/[chain]/tokens': 'This API does not list tokens',
  '/[chain]/token/[hash]': 'may not have this kind of data',
  '/[chain]/token/[hash]/holders': 'may not have this kind of data',
  '/[chain]/token/[hash]/confidential': 'may not have this kind of data',
  '/[chain]/token/[hash]/inventory': 'may not have this kind of data',
  '/[chain]/token/[hash]/instance/[id]': /or the API does not list the transfers|No transfers indexed/,
  '/[chain]/stats': 'does not return several charts at once',
  '/[chain]/search': 'This API does not list names',
  '/docs': 'No API documentation available',
  '/docs/api': 'No API documentation available',
  '/docs/api/[operation]': 'No API documentation available',
};
/** Pages that need only the specification: they are the same as elsewhere. */
const WHOLE = [
  '/[chain]/stats/[chart]',
  '/embed/[chain]/stats/[chart]',
  '/proof',
  '/settings',
  '/problem/not-found',
];

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
    for (const path of pathsOf(route, await readSamples(page.request, site)).slice(0, 2)) {
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
