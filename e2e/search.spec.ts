import recorded from '../lib/endpoints/examples.json' with { type: 'json' };
import { startApiInFront } from './api-in-front';
import { readApi } from './checks';
import { expect, test } from './site';
import { startWebAlone } from './web-alone';

test('an exact hit is one redirect away, however the hash was copied', async ({ request, site }) => {
  const hash = site.transactions['plain ether transfer'] ?? '';
  const texts = [
    hash,
    ` ${hash} `,
    hash.slice(2),
    hash.toUpperCase().replace('0X', '0x'),
    `https://etherscan.io/tx/${hash}`,
  ];
  const tabs: Record<string, string> = {
    [`https://etherscan.io/tx/${hash}#eventlog`]: '/logs',
    [`https://eth.blockscout.com/tx/${hash}?tab=raw_trace`]: '/trace',
    [`${site.url}/${site.chainId}/tx/${hash}/fhe`]: '/fhe',
  };
  for (const [text, tab] of [...texts.map((text) => [text, ''] as const), ...Object.entries(tabs)]) {
    const answer = await request.get(`/search?${new URLSearchParams({ q: text })}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], text).toEqual([
      303,
      `/${site.chainId}/tx/${hash}${tab}`,
    ]);
  }
  const old = await request.get(`/tx/${hash}?tab=logs`, { maxRedirects: 0 });
  expect(old.headers().location).toBe(`/${site.chainId}/tx/${hash}/logs`);
});

test('blocks, addresses and tokens are one redirect away too', async ({ request, site }) => {
  const chain = `/${site.chainId}`;
  const block = await readApi(request, site, '/blocks/7');
  const { items } = await readApi(request, site, '/search?q=dUSD');
  const token = items.find((item: { name: string }) => item.name === 'Demo Dollar').address_hash;
  const unknown = `0x${'5a'.repeat(20)}`;
  const cases: Record<string, string> = {
    '7': `${chain}/block/7`,
    'block 7': `${chain}/block/7`,
    [block.hash]: `${chain}/block/${block.hash}`,
    [token]: `${chain}/address/${token.toLowerCase()}`,
    [token.slice(2)]: `${chain}/address/${token.toLowerCase()}`,
    [`https://etherscan.io/token/${token}`]: `${chain}/token/${token.toLowerCase()}`,
    [`${site.url}${chain}/token/${token}`]: `${chain}/token/${token.toLowerCase()}`,
    [unknown]: `${chain}/address/${unknown}`,
    'Confidential Demo Dollar': `${chain}/token/${await addressOf('Confidential Demo Dollar')}`,
    ' cdusd ': `${chain}/token/${await addressOf('Confidential Demo Dollar')}`,
  };
  for (const [text, path] of Object.entries(cases)) {
    const answer = await request.get(`/search?${new URLSearchParams({ q: text })}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], text).toEqual([303, path]);
  }

  async function addressOf(name: string): Promise<string> {
    const found = await readApi(request, site, `/search?${new URLSearchParams({ q: name })}`);
    return found.items.find((item: { name: string }) => item.name === name).address_hash;
  }
});

test('results are grouped; functions and events are found by name and selector, tokens despite a typing error', async ({
  page,
  site,
}) => {
  const search = (text: string) => page.goto(`/search?${new URLSearchParams({ q: text })}`);
  const found = page.getByRole('region', { name: 'Functions, events and errors' });
  await search('0xa9059cbb');
  await expect(found.getByText('transfer(address', { exact: false }).first()).toBeVisible();
  await search('transferFrom');
  await expect(found.getByText('0x23b872dd')).toBeVisible();
  await search('Dolar');
  await expect(page).toHaveURL(`${site.url}/${site.chainId}/search?q=Dolar`);
  await expect(
    page.getByRole('region', { name: 'Tokens' }).getByRole('link', { name: 'dUSD', exact: true }),
  ).toBeVisible();
});

test('the tab of a link that is pasted is kept, also in suggestions and fragments', async ({
  page,
  request,
  site,
  txPath,
}) => {
  const path = txPath('plain ether transfer');
  const link = `https://etherscan.io${path.replace(`/${site.chainId}`, '')}#statechange`;
  const suggested = await request.get(
    `/search/suggest?${new URLSearchParams({ q: link.replace('etherscan.io', 'explorer.example') })}`,
  );
  expect(await suggested.json()).toMatchObject([{ kind: 'Transaction', href: `${path}/state` }]);
  // a browser keeps the fragment through the redirect of a link without a chain
  await page.goto(`${path.replace(`/${site.chainId}`, '')}#eventlog`);
  await expect(page).toHaveURL(`${path}/logs`);
  const address = `/${site.chainId}/address/0x${'7e'.repeat(20)}`;
  await page.goto(`${address}#tokens_nfts`);
  await expect(page).toHaveURL(`${address}/nfts`);
  await page.goto(`${path}#main`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  await expect(page).toHaveURL(`${path}#main`);
});

test('a user operation has a page, which its hash and links of other explorers lead to', async ({ site }) => {
  const { body, path } = recorded.getUserOperation;
  const hash = path.operation_hash_param;
  const api = await startApiInFront(site, ({ pathname }) =>
    pathname.endsWith(`/operations/${hash}`) ? body : undefined,
  );
  const web = await startWebAlone({ API_URL: api.url });
  try {
    for (const text of [`https://eth-unknown.blockscout.com/op/${hash}`, hash]) {
      const query = new URLSearchParams({ q: text });
      const answer = await fetch(`${web.url}/search?${query}`, { redirect: 'manual' });
      expect(answer.headers.get('location'), text).toBe(`/${site.chainId}/op/${hash}`);
    }
    const answer = await fetch(`${web.url}/${site.chainId}/op/${hash}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`/${site.chainId}/tx/${body.transaction_hash}`);
  } finally {
    await web.stop();
    api.stop();
  }
});

test('a link to a list of another explorer leads to ours, also as a suggestion', async ({
  request,
  site,
}) => {
  const cases: Record<string, string> = {
    'https://etherscan.io/contractsVerified': '/verified-contracts',
    'https://explorer.example/ops': '/operations',
    '/txsPending': '/txs?filter=pending',
  };
  for (const [text, path] of Object.entries(cases)) {
    const q = new URLSearchParams({
      q: text.replace('etherscan.io', 'explorer.example'),
      chain: site.chainId,
    });
    const answer = await request.get(`/search?${q}`, { maxRedirects: 0 });
    expect(answer.headers().location, text).toBe(`/${site.chainId}${path}`);
    const suggested = await request.get(`/search/suggest?${q}`);
    expect(await suggested.json(), text).toMatchObject([{ kind: 'Page', href: `/${site.chainId}${path}` }]);
  }
});

test('a search that cannot be a redirect to another site', async ({ request }) => {
  for (const text of [
    '//evil.example/',
    'https://evil.example/',
    '\\\\evil.example',
    'a\r\nLocation: https://evil.example',
  ]) {
    const answer = await request.get(`/search?${new URLSearchParams({ q: text })}`, { maxRedirects: 0 });
    expect(answer.status(), text).toBe(303);
    expect(answer.headers().location, text).toMatch(/^\/\d+(\/search\?q=|$)/);
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the box in the bar searches', async ({ page, site }) => {
    await page.goto(`/${site.chainId}`);
    await page.getByRole('searchbox').fill(site.transactions['plain ether transfer'] ?? '');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction');
  });

  test('every box searches, also that of an error and that of a result', async ({ page, site }) => {
    const hash = site.transactions['plain ether transfer'] ?? '';
    for (const path of ['/', '/settings', `/${site.chainId}/search?q=nothing`, '/nowhere.php']) {
      await page.goto(path);
      const box = page.getByRole('searchbox').locator('visible=true').first();
      await box.fill(hash);
      await box.press('Enter');
      await expect(page, path).toHaveURL(`/${site.chainId}/tx/${hash}`);
    }
  });

  test('tokens are listed, markup in the question is text', async ({ page, site }) => {
    await page.goto(`/search?q=Demo&chain=${site.chainId}`);
    await expect(page).toHaveURL(`/${site.chainId}/search?q=Demo`);
    await expect(page.getByRole('main')).toContainText('Demo Dollar');
    await expect(page.getByRole('main').getByRole('link', { name: 'dUSD' }).first()).toHaveAttribute(
      'href',
      new RegExp(`^/${site.chainId}/token/0x`),
    );
    await page.goto('/search?q=<b>nothing</b>');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>nothing</b>');
    await expect(page.getByRole('main')).toContainText('by the start of its name or symbol');
  });
});

test('the slash key opens the palette: suggestions, charts, actions of the page, all by keyboard', async ({
  page,
  site,
  txPath,
}) => {
  await page.goto(txPath('plain ether transfer'));
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  await page.keyboard.press('/');
  const box = page.getByRole('combobox');
  await expect(box).toBeFocused();
  await box.fill('raw');
  await expect(page.getByRole('option', { selected: true })).toContainText('Raw');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/raw$/);
  await page.keyboard.press('Control+k');
  await box.fill('Demo Doll');
  const token = page.getByRole('option', { name: /dUSD/ }).first();
  await expect(token).toBeVisible();
  await token.click();
  await expect(page).toHaveURL(new RegExp(`/${site.chainId}/token/0x`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Demo Dollar');
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Next or previous row',
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(`/${site.chainId}/blocks`);
});

test('Escape closes the palette and the menus, and the focus is back where it was', async ({
  page,
  txPath,
}) => {
  await page.goto(txPath('plain ether transfer'));
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  const raw = page.locator('[data-tab]').last();
  await raw.focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(raw).toBeFocused();
  await page.getByRole('searchbox').click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeFocused();
  const menu = page.locator('details[data-menu]', { has: page.getByLabel('Theme, times and units') });
  await menu.locator('summary').press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(menu.locator('summary')).toBeFocused();
});

test('the palette finds the functions of a contract, by name and by selector', async ({ page, site }) => {
  const { items } = await readApi(page.request, site, '/search?q=WETH');
  const { address_hash: token } = items.find((item: { type: string }) => item.type === 'token');
  await page.goto(`/${site.chainId}/address/${token}/contract/read`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  const form = page.locator('main details[data-function=balanceOf]');
  for (const text of ['balanceof', '0x70a08231']) {
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill(text);
    const option = page.getByRole('option', { name: /balanceOf/ });
    await expect(option).toContainText('Function');
    await option.click();
    await expect(form).toHaveAttribute('open');
    await expect(form.locator('summary')).toBeFocused();
    await form.locator('summary').press('Enter');
    await expect(form).not.toHaveAttribute('open');
  }
});

test('the first digits of a hash, a date and a chart are found', async ({ request, site }) => {
  const hash = site.transactions['plain ether transfer'] ?? '';
  const prefix = await request.get(`/search?${new URLSearchParams({ q: hash.slice(0, 14) })}`, {
    maxRedirects: 0,
  });
  expect(prefix.headers().location).toBe(`/${site.chainId}/tx/${hash}`);
  const block = await readApi(request, site, '/blocks/0');
  const dated = await readApi(request, site, `/search?q=${block.timestamp.slice(0, 10)}`);
  expect(dated.items[0]).toMatchObject({ type: 'block', block_number: 0 });
  const suggested = await request.get(`/search/suggest?q=gas%20price&chain=${site.chainId}`);
  expect(await suggested.json()).toContainEqual({
    kind: 'Chart',
    text: expect.stringMatching(/gas price/i),
    note: '',
    href: expect.stringMatching(new RegExp(`^/${site.chainId}/stats/`)),
  });
});

test('recent searches are a group of the palette, cleared there, and not kept once they are off', async ({
  page,
  site,
}) => {
  const text = 'nothing is called this';
  const home = `/${site.chainId}`;
  const recent = page.getByRole('option', { name: `Recent ${text}` });
  const open = async () => {
    await page.goto(home);
    await expect(page.locator('html')).toHaveAttribute('data-enhanced');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeVisible();
  };
  const searchFor = async () => {
    await open();
    await page.getByRole('combobox').fill(text);
    await expect(page.getByText('Press Enter to search for this text.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search\?/);
  };
  await searchFor();
  await open();
  await expect(recent).toHaveCount(1);
  await page.getByRole('option', { name: 'Clear recent searches' }).click();
  await open();
  await expect(page.getByRole('option', { name: /^Recent/ })).toHaveCount(0);
  await page.goto('/settings');
  const kept = page.waitForResponse((response) => response.url().endsWith('/settings/recent'));
  await page.locator('form[data-choice=recent]').getByRole('button', { name: 'Off' }).click();
  await kept;
  await searchFor();
  await open();
  await expect(page.getByRole('option', { name: /^Recent/ })).toHaveCount(0);
});
