import recorded from '../lib/endpoints/examples.json' with { type: 'json' };
import { type ApiInFront, startApiInFront } from './api-in-front';
import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';
import { USER_OPERATION } from './user-operation';
import { startWebAlone, type WebAlone } from './web-alone';

const OPERATION = recorded.getUserOperation.body;
const ADDRESS = OPERATION.address;
const COIN = 10n ** 18n;
const DECODED = {
  method_id: 'a9059cbb',
  method_call: 'transfer(address to, uint256 amount)',
  parameters: [],
};
const REASON = `0x08c379a0${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'6e6f7065'.padEnd(64, '0')}`;

const CONTRACT = {
  address: { ...ADDRESS, name: 'Vault', is_contract: true, is_verified: true },
  ...{ compiler_version: 'v0.8.20+commit.a1b79de6', optimization_enabled: true, language: 'solidity' },
  ...{ verified_at: '2026-01-01T01:21:48.000000Z', market_cap: null, has_constructor_args: false },
  ...{ coin_balance: String(COIN), license_type: null, certified: false, reputation: 'ok' },
  ...{ transactions_count: 12, is_fully_verified: false },
};
const WITHDRAWAL = {
  ...{ index: 7, validator_index: 500_001, block_number: 9, timestamp: '2026-01-01T01:21:48.000000Z' },
  ...{ receiver: ADDRESS, amount: String(COIN / 8n) },
};
const page = (items: readonly unknown[]) => ({ items, next_page_params: null });

/** What the demo chain has none of. */
const CONTENTS = {
  ...{ token_types: ['ERC-20'], has_fhe_operations: true, withdrawals_since: 5 },
  ...{ has_withdrawals: true, has_user_operations: true },
};
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/main-page/contents': CONTENTS,
  '/smart-contracts': page([CONTRACT, { ...CONTRACT, is_fully_verified: true }]),
  '/withdrawals': page([WITHDRAWAL, { ...WITHDRAWAL, index: 6, validator_index: 2 ** 40 + 3 }]),
  '/withdrawals/counters': { withdrawals_count: '1234', withdrawals_sum: String(COIN * 32n) },
  '/proxy/account-abstraction/operations': recorded.listUserOperations.body,
  [`/proxy/account-abstraction/operations/${OPERATION.hash}`]: {
    ...OPERATION,
    ...{ status: false, revert_reason: REASON, nonce: `0x${'00'.repeat(23)}05${'00'.repeat(7)}02` },
    ...{ call_data: `0x${'ab'.repeat(3_000)}`, decoded_call_data: DECODED, execute_target: ADDRESS },
    ...{ decoded_execute_call_data: DECODED, paymaster: ADDRESS, factory: ADDRESS, call_gas_limit: '30000' },
  },
};

let api: ApiInFront;
let web: WebAlone;

test.beforeAll(async ({ site }) => {
  api = await startApiInFront(site, async ({ pathname, searchParams }, ask) => {
    if (searchParams.has('sender')) return page([]);
    const path = pathname.replace(`/${site.chainId}/api/v2`, '');
    return path === '/main-page/overview' ? { ...Object(await ask()), contents: CONTENTS } : ANSWERS[path];
  });
  web = await startWebAlone({ API_URL: api.url });
});

test.afterAll(async () => {
  await web.stop();
  api.stop();
});

const PAGES: readonly (readonly [path: string, texts: readonly string[]])[] = [
  ['verified-contracts', ['Vault', 'partial', 'exact', 'v0.8.20', 'may be verified too']],
  [
    'withdrawals',
    ['1,234 indexed withdrawals', '32.00 ETH', '#7', '500,001', 'Builder 3', 'indexed from block #5 on'],
  ],
  ['operations', ['v0.7']],
  [
    `op/${OPERATION.hash}`,
    ['failed to call transfer of', 'paid for it', 'nope', 'key 0x5', '30,000', 'Call by the account'],
  ],
];

for (const [path, texts] of PAGES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path.replace(/0x.*/, '…')} of a chain that has some, ${colorScheme}`, async ({
      browser,
      site,
    }) => {
      const context = await browser.newContext({ colorScheme, javaScriptEnabled: colorScheme === 'light' });
      const tab = await context.newPage();
      await tab.goto(`${web.url}/${site.chainId}/${path}`);
      for (const text of texts) await expect(tab.getByRole('main')).toContainText(text);
      for (const width of [320, 390, 768, 1440]) {
        await tab.setViewportSize({ width, height: 900 });
        expect(await overflowOf(tab), `${width}`).toBeLessThanOrEqual(0);
      }
      if (colorScheme === 'light') await expectAccessible(tab);
      await context.close();
    });
  }
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the bar leads to the lists that the chain has, and only to those', async ({ page: tab, site }) => {
    const bar = tab.getByRole('banner').getByRole('navigation', { name: 'Main' });
    for (const [base, isThere] of [
      [site.url, false],
      [web.url, true],
    ] as const) {
      await tab.goto(`${base}/${site.chainId}/accounts`);
      await bar.getByText('More', { exact: true }).click();
      await expect(bar.getByRole('link', { name: 'Accounts' })).toHaveAttribute('aria-current', 'page');
      await expect(bar.getByRole('link', { name: 'User operations' })).toHaveCount(1);
      await expect(bar.getByRole('link', { name: 'Withdrawals' })).toHaveCount(isThere ? 1 : 0);
    }
    await bar.getByRole('link', { name: 'User operations' }).click();
    await tab.getByText('Filter', { exact: true }).click();
    await tab.getByRole('textbox', { name: 'Account' }).fill(ADDRESS.hash);
    await tab.getByRole('button', { name: 'Apply' }).click();
    await expect(tab.getByRole('main')).toContainText('No matching user operations');
    await tab.getByRole('textbox', { name: 'Account' }).fill('nobody');
    await tab.getByRole('button', { name: 'Apply' }).click();
    await expect(tab.getByRole('main')).toContainText('Not applied: expected 0x…');
  });

  test('accounts are numbered over pages, by balance and by transactions', async ({ page: tab, site }) => {
    const { items, meta } = await readApi(tab.request, site, '/addresses');
    await tab.goto(`/${site.chainId}/accounts`);
    await expect(tab.getByRole('main')).toContainText(meta.message.replace(/^Ranks.*? of /, ''));
    const ranks = tab.getByRole('table').getByRole('row').locator('td:first-child');
    await expect(ranks.first()).toHaveText('1');
    await tab.getByRole('link', { name: 'Next page' }).click();
    await expect(ranks.first()).toHaveText(String(items.length + 1));
    await tab.getByRole('link', { name: 'By transactions' }).click();
    await expect(ranks.first()).toHaveText('1');
    await expect(tab.getByRole('main')).toContainText('Most transactions first');
  });

  test('internal transactions begin at a block that is asked for', async ({ page: tab, site }) => {
    const { items } = await readApi(tab.request, site, '/internal-transactions');
    await tab.goto(`/${site.chainId}/internal-transactions`);
    const links = tab.getByRole('table').getByRole('link', { name: /^#\d/ });
    await expect(links.first()).toHaveText(`#${items[0].block_number}`);
    const height = items[0].block_number - 1;
    await tab.getByRole('textbox', { name: 'Go to a block or day' }).fill(String(height));
    await tab.getByRole('button', { name: 'Go', exact: true }).click();
    const [first = ''] = await links.allInnerTexts();
    expect(Number(first.slice(1))).toBeLessThanOrEqual(height);
  });
});

test('a user operation tells what its bundle says', async ({ page: tab, site }) => {
  await tab.goto(`/${site.chainId}/op/${USER_OPERATION}`);
  const main = tab.getByRole('main');
  for (const text of ['EntryPoint v0.7', 'called transfer of', 'paid for it', 'A paymaster paid', '90,000'])
    await expect(main).toContainText(text);
  await main.getByRole('link', { name: 'User operations' }).click();
  await tab.getByRole('link', { name: /^0xd4d4/ }).click();
  await expect(tab).toHaveURL(`/${site.chainId}/op/${USER_OPERATION}`);
  const answer = await tab.goto(`/${site.chainId}/op/0x${'0'.repeat(64)}`);
  expect(answer?.status()).toBe(404);
  await expect(main).toContainText('No user operation with this hash');
});

test('every list of the chain is JSON, CSV and Markdown by its suffix', async ({ request, site }) => {
  const lists = ['accounts', 'blocks', 'internal-transactions', 'token-transfers', 'tokens', 'txs'];
  for (const list of [...lists, 'verified-contracts', 'withdrawals', 'operations']) {
    const path = `${web.url}/${site.chainId}/${list}`;
    const { items } = await (await request.get(`${path}.json`)).json();
    expect(items.length, list).toBeGreaterThan(0);
    const csv = await request.get(`${path}.csv`);
    expect(csv.headers()['content-type'], list).toMatch(/^text\/csv/);
    const [head = '', ...rows] = (await csv.text()).trim().split('\r\n');
    expect(rows, list).toHaveLength(items.length);
    expect(head, list).toMatch(/^[a-z_]+(,[a-z_]+)+$/);
    const markdown = await request.get(`${path}.md`);
    expect(await markdown.text(), list).toContain(`| ${head.split(',').join(' | ')} |`);
  }
  for (const list of ['blocks', 'txs']) {
    const { items } = await (await request.get(`${web.url}/${site.chainId}/${list}.json?at=5`)).json();
    expect(items[0].height ?? items[0].block_number, list).toBeLessThanOrEqual(5);
  }
  const filtered = await request.get(`${web.url}/${site.chainId}/operations.csv?sender=${ADDRESS.hash}`);
  expect((await filtered.text()).trim().split('\r\n')).toHaveLength(1);
  expect((await request.get(`${web.url}/${site.chainId}/op/${OPERATION.hash}.json`)).status()).toBe(200);
  for (const missing of ['nowhere.json', 'gas.csv', `op/${OPERATION.hash}.md`])
    expect((await request.get(`${web.url}/${site.chainId}/${missing}`)).status(), missing).toBe(404);
});
