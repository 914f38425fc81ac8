import { z } from 'zod';
import { startApiInFront } from './api-in-front';
import { readApi } from './checks';
import { expect, test } from './site';
import { startWebAlone } from './web-alone';

const charts = z.object({
  series: z.array(z.looseObject({ points: z.array(z.record(z.string(), z.unknown())).min(1) })),
});

const ADDRESS = `0x${'5a'.repeat(20)}`;

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the home of a chain shows its newest blocks and transactions', async ({ page, site }) => {
    expect((await page.goto(`/${site.chainId}`))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo');
    await expect(page.getByRole('region', { name: 'Latest blocks' }).getByRole('listitem')).toHaveCount(10);
    const transactions = page.getByRole('region', { name: 'Latest transactions' });
    await expect(transactions.getByRole('listitem')).toHaveCount(10);
    const status = await page.request.get(`${site.apiUrl}/${site.chainId}/api/v2/main-page/indexing-status`, {
      headers: { authorization: `Bearer ${site.apiKey}` },
    });
    const { indexed_block } = await status.json();
    await expect(page.getByRole('banner')).toContainText(`#${indexed_block.toLocaleString('en')}`);
    await transactions.getByRole('listitem').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}$/);
  });

  test('the home says what the last hour and encrypted computation were', async ({ page, site }) => {
    await page.goto(`/${site.chainId}`);
    const hour = await readApi(page.request, site, '/stats/last-hour');
    const rows = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
    await expect(rows('Most used contracts')).toHaveCount(hour.contracts.length);
    await expect(rows('Most moved tokens')).toHaveCount(hour.tokens.length);
    await expect(rows('Largest transfers of ETH')).toHaveCount(hour.transactions.length);
    await page
      .getByRole('region', { name: 'Confidential activity' })
      .getByRole('link', { name: 'Confidential activity' })
      .click();
    await expect(page).toHaveURL(`/${site.chainId}/fhe`);
  });

  test('the site opens on its only chain', async ({ page, site }) => {
    await page.goto('/');
    await expect(page).toHaveURL(`${site.url}/${site.chainId}`);
  });
});

test('the home shows the gas of the newest blocks and the last days', async ({ page, site }) => {
  await page.goto(`/${site.chainId}`);
  const strip = page.getByRole('region', { name: 'Gas used per block' }).getByRole('link');
  await expect(strip).toHaveCount(24);
  const { items } = await readApi(page.request, site, '/blocks');
  const newest = items[0].height.toLocaleString('en');
  await expect(strip.last()).toHaveAccessibleName(new RegExp(`^Block #${newest}: \\d+ transaction`));
  const main = page.getByRole('main');
  for (const text of ['Latest block', 'synced', 'Transactions', 'Addresses', 'active account'])
    await expect(main).toContainText(text);
  await expect(main.getByRole('link', { name: / so far$/ }).first()).toBeVisible();
  // one bar alone says nothing
  await expect(main.getByRole('img', { name: / by day/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'All blocks' }).click();
  await expect(page).toHaveURL(`/${site.chainId}/blocks`);
});

test('the home draws the days of a chain that has several', async ({ page, site }) => {
  const api = await startApiInFront(site, async ({ pathname }, ask) => {
    if (!pathname.endsWith('/series')) return undefined;
    const { series } = charts.parse(await ask());
    return {
      series: series.map(({ points, ...chart }) => ({
        ...chart,
        points: [...points.map((day) => ({ ...day, date: '2020-01-01' })), ...points],
      })),
    };
  });
  const web = await startWebAlone({ API_URL: api.url });
  await page.goto(`${web.url}/${site.chainId}`);
  for (const name of ['Transactions by day', 'Average gas price by day'])
    await expect(page.getByRole('main').getByRole('img', { name })).toBeVisible();
  await web.stop();
  api.stop();
});

test('a URL without a chain leads to the default one, with the tab of another explorer', async ({
  request,
  site,
}) => {
  const hash = site.transactions['WETH deposit'];
  const cases: Record<string, string> = {
    [`/tx/${hash}`]: `/${site.chainId}/tx/${hash}`,
    [`/tx/${hash}/fhe`]: `/${site.chainId}/tx/${hash}/fhe`,
    [`/tx/${hash}?tab=token_transfers`]: `/${site.chainId}/tx/${hash}/token-transfers`,
    [`/tx/${hash}?tab=fhe_operations`]: `/${site.chainId}/tx/${hash}/fhe`,
    [`/tx/${hash}?tab=index`]: `/${site.chainId}/tx/${hash}`,
    '/block/12': `/${site.chainId}/block/12`,
    [`/block/${hash}?tab=txs`]: `/${site.chainId}/block/${hash}`,
    [`/address/${ADDRESS}`]: `/${site.chainId}/address/${ADDRESS}`,
    [`/address/${ADDRESS}/token-transfers`]: `/${site.chainId}/address/${ADDRESS}/token-transfers`,
    [`/address/${ADDRESS}?tab=token_transfers`]: `/${site.chainId}/address/${ADDRESS}/token-transfers`,
    [`/address/${ADDRESS}?tab=txs`]: `/${site.chainId}/address/${ADDRESS}`,
    [`/token/${ADDRESS}`]: `/${site.chainId}/token/${ADDRESS}`,
    [`/token/${ADDRESS}?a=7`]: `/${site.chainId}/token/${ADDRESS}/instance/7`,
    [`/token/${ADDRESS}/instance/7`]: `/${site.chainId}/token/${ADDRESS}/instance/7`,
    [`/nft/${ADDRESS}/7`]: `/${site.chainId}/token/${ADDRESS}/instance/7`,
    '/blocks': `/${site.chainId}/blocks`,
    '/txs': `/${site.chainId}/txs`,
    [`/txs?a=${ADDRESS}`]: `/${site.chainId}/address/${ADDRESS}`,
    [`/txs?a=${ADDRESS}&p=2`]: `/${site.chainId}/address/${ADDRESS}`,
    [`/address/${ADDRESS}/contract/read`]: `/${site.chainId}/address/${ADDRESS}/contract/read`,
    [`/token/${ADDRESS}?a=0x${'7e'.repeat(20)}`]: `/${site.chainId}/address/0x${'7e'.repeat(20)}/token-transfers?token=${ADDRESS}`,
    [`/token/${ADDRESS}?tab=contract`]: `/${site.chainId}/address/${ADDRESS}/contract`,
    [`/address/${ADDRESS}.json`]: `/${site.chainId}/address/${ADDRESS}.json`,
    [`/tx/${hash}/logs.md`]: `/${site.chainId}/tx/${hash}/logs.md`,
    '/block/12/txs': `/${site.chainId}/block/12`,
    '/address/nobody/logs': `/${site.chainId}/address/nobody/logs`,
    [`/op/${hash}?tab=logs`]: `/search?q=%2Fop%2F${hash}`,
    [`/${site.chainId}/internal-txs`]: `/${site.chainId}/internal-transactions`,
    [`/${site.chainId}/transactions/${hash}`]: `/${site.chainId}/tx/${hash}`,
    [`/${site.chainId}/TXS?block_number=5`]: `/${site.chainId}/txs?block_number=5`,
    '/accounts': `/${site.chainId}/accounts`,
    '/contractsVerified': `/${site.chainId}/verified-contracts`,
    '/verified-contracts?filter=vyper': `/${site.chainId}/verified-contracts?filter=vyper`,
    '/gastracker': `/${site.chainId}/gas`,
    '/gas-tracker': `/${site.chainId}/gas`,
    '/gas': `/${site.chainId}/gas`,
    '/txsInternal': `/${site.chainId}/internal-transactions`,
    '/internal-txs': `/${site.chainId}/internal-transactions`,
    '/tokentxns': `/${site.chainId}/token-transfers`,
    [`/tokentxns?a=${ADDRESS}`]: `/${site.chainId}/address/${ADDRESS}/token-transfers`,
    '/token-transfers': `/${site.chainId}/token-transfers`,
    '/tokens': `/${site.chainId}/tokens`,
    '/tokens?q=dUSD': `/${site.chainId}/tokens?q=dUSD`,
    '/charts': `/${site.chainId}/stats`,
    '/stats': `/${site.chainId}/stats`,
    '/stats/newBlocks': `/${site.chainId}/stats/newBlocks`,
    '/txsPending': `/${site.chainId}/txs?filter=pending`,
    '/withdrawals': `/${site.chainId}/withdrawals`,
    '/ops': `/${site.chainId}/operations`,
    '/nft-top-contracts': '/search?q=nft-top-contracts',
    '/address/vitalik.eth': '/search?q=vitalik.eth',
    [`/tokenapprovalchecker?search=${ADDRESS}`]: `/${site.chainId}/address/${ADDRESS}`,
    '/block/%2F%2Fevil.example': `/${site.chainId}/block/%2F%2Fevil.example`,
  };
  for (const [from, to] of Object.entries(cases)) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], from).toEqual([303, to]);
  }
  // what is no link has no page, and leads nowhere
  for (const path of ['/nowhere.php', '/elsewhere', `/${site.chainId}/logs`, `/${site.chainId}/nowhere/5`])
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
});
