import type { APIRequestContext } from '@playwright/test';
import { readApi } from './checks';
import { expect, type Site, test } from './site';

type Tokens = { items: { address_hash: string; type: string; name: string | null }[] };

/** The pages of one token of a standard: NFT pages of the newest ID with a picture. */
async function findPages(request: APIRequestContext, site: Site) {
  const { items }: Tokens = await readApi(request, site, '/tokens');
  const addressOf = (type: string) => items.find((token) => token.type === type)?.address_hash ?? '';
  const collection = addressOf('ERC-721');
  const nfts = await readApi(request, site, `/tokens/${collection}/instances`);
  const id: string = nfts.items.find((item: { image_url: string | null }) => item.image_url !== null).id;
  const token = (type: string) => `/${site.chainId}/token/${addressOf(type)}`;
  return { collection, id, token, instance: `${token('ERC-721')}/instance/${id}` };
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('an NFT has its picture, its owner and the number of its transfers', async ({ page, site }) => {
    const { collection, id, instance } = await findPages(page.request, site);
    const path = `/tokens/${collection}/instances/${id}`;
    const { transfers_count: count } = await readApi(page.request, site, `${path}/transfers-count`);
    const { owner } = await readApi(page.request, site, path);
    expect((await page.goto(instance))?.status()).toBe(200);
    const facts = page.getByRole('region', { name: 'Details' });
    await expect(facts.getByRole('link', { name: String(count), exact: true })).toBeVisible();
    await expect(facts.locator(`a[title="${owner.hash}"]`)).toBeVisible();
    const latest = page.getByRole('region', { name: 'Owners' }).getByRole('listitem').first();
    await expect(latest.locator(`a[title="${owner.hash}"]`)).toBeVisible();
    await expect(latest).toContainText('owner');
    // to be minted is no change of owner
    const changes = count === 2 ? '1 change' : `${count - 1} changes`;
    await expect(page.getByRole('region', { name: 'Owners' })).toContainText(`${changes} of owner since`);
    await expect(page.locator('figure img')).toHaveAttribute('src', /^data:image\//);
    const isDrawn = await page
      .locator('figure img')
      .evaluate((image) => 'naturalWidth' in image && image.naturalWidth);
    expect(isDrawn).toBeGreaterThan(0);
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(count + 1);
  });

  test('a gallery carries the first pictures, and loads the others from the site', async ({ page, site }) => {
    const { token } = await findPages(page.request, site);
    await page.goto(`${token('ERC-721')}/inventory`);
    const pictures = page.getByRole('region', { name: 'Inventory' }).locator('img');
    const sources = await pictures.evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    expect(sources[0]).toMatch(/^data:image\//);
    const loaded = sources.filter((source) => source?.startsWith('/'));
    expect(loaded.length).toBeGreaterThan(0);
    const answer = await page.request.get(`${site.url}${loaded[0]}`);
    expect(answer.headers()['content-type']).toMatch(/^image\//);
    expect(answer.headers()['content-security-policy']).toContain('sandbox');
    const last = pictures.last();
    await last.scrollIntoViewIfNeeded();
    await expect
      .poll(() => last.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth)))
      .toBeGreaterThan(0);
    const missing = await page.request.get(`${site.url}${token('ERC-721')}/instance/999999/picture`);
    expect(missing.status()).toBe(404);
  });

  test('a narrow list of tokens says what is unknown of a token', async ({ page, site }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/${site.chainId}/tokens`);
    const row = page.getByRole('row').filter({ hasText: 'ERC-7984' }).first();
    await expect(row.getByText('holders', { exact: true })).toBeVisible();
    await expect(row).toContainText('confidential');
  });

  test('an NFT that never moved says so; what is no NFT is not found', async ({ page, site }) => {
    const { token } = await findPages(page.request, site);
    expect((await page.goto(`${token('ERC-721')}/instance/${2n ** 255n}`))?.status()).toBe(200);
    await expect(page.getByRole('main')).toContainText('No transfers indexed');
    for (const path of [`${token('ERC-20')}/instance/1`, `${token('ERC-721')}/instance/007`]) {
      expect((await page.goto(path))?.status(), path).toBe(404);
    }
  });

  test('a token leads to its transfers, holders and inventory', async ({ page, site }) => {
    const { token } = await findPages(page.request, site);
    await page.goto(token('ERC-721'));
    const tabs = page.getByRole('navigation', { name: 'Sections of this token' });
    await tabs.getByRole('link', { name: 'Inventory' }).click();
    await expect(page.getByRole('main').locator('a[href*="/instance/"]').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Traits' })).toContainText(
      /Based on the (metadata of all )?\d+ NFTs/,
    );
    await expect(page.getByRole('main')).toContainText('recipient of the last indexed transfer');
    await tabs.getByRole('link', { name: 'Holders' }).click();
    await expect(page.getByRole('table').locator('a[href*="/address/"]').first()).toBeVisible();
    await page.goto(`${token('ERC-20')}/holders`);
    await expect(page.getByRole('table')).toContainText('%');
    await page.goto(`${token('ERC-7984')}/holders`);
    await expect(page.getByRole('main')).toContainText('How much each account holds is encrypted');
  });

  test('a token of IDs has a row for each ID of each holder, with its share of that ID', async ({
    page,
    site,
  }) => {
    const { token } = await findPages(page.request, site);
    const [path] = token('ERC-1155').match(/0x.*/) ?? [''];
    const { items } = await readApi(page.request, site, `/tokens/${path}/holders`);
    const [first] = items;
    await page.goto(token('ERC-1155'));
    await expect(page.getByRole('main')).toContainText('counts once in the number of transfers');
    await page.goto(`${token('ERC-1155')}/holders`);
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(items.length + 1);
    await expect(page.getByRole('main')).toContainText('Each row is one ID of one account');
    const row = page.getByRole('row').nth(1);
    await expect(row.locator(`a[href$="/instance/${first.token_id}"]`)).toBeVisible();
    await expect(row).toContainText(first.value === first.id_supply ? '100.00%' : '%');
    await page.goto(`/${site.chainId}/address/${first.address.hash}/tokens`);
    await expect(
      page.getByRole('table').locator(`a[href$="${path}/instance/${first.token_id}"]`),
    ).toBeVisible();
  });
});
