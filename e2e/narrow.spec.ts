import { expect, test } from './site';

test('no address of a list wraps on the narrowest screens', async ({ page, site }) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['txs', 'token-transfers']) {
      await page.goto(`/${site.chainId}/${path}`);
      const rows = await page
        .locator('tbody .cell:has(> span > .address + .icon)')
        .evaluateAll((cells) =>
          cells
            .filter((cell) => cell.querySelector('bdi') === null)
            .map((cell) =>
              [...cell.querySelectorAll('.address')].map((one) => one.getBoundingClientRect().top),
            ),
        );
      expect(rows.length, path).toBeGreaterThan(1);
      expect(
        rows.filter((tops) => new Set(tops).size > 1),
        `${path} at ${width}`,
      ).toEqual([]);
    }
  }
});

test('a long change of a nameless token is beside its address on a phone, not over it', async ({
  page,
  txPath,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${txPath('WETH deposit')}/state`);
  const gaps = await page
    .locator('tbody')
    .first()
    .evaluate((rows) =>
      [...rows.children].map((row) => {
        const [name, amount] = [row.children[1], row.lastElementChild?.querySelector('.figure')].map(
          (part) => {
            const text = document.createElement('span');
            part?.replaceChildren(text);
            return text;
          },
        );
        if (!name || !amount) return Number.NaN;
        name.textContent = '0x4d5F47…C514E8';
        amount.className = 'wrap-any';
        amount.textContent = '−82,573,749,586,130,902,243,000 smallest units';
        return amount.getBoundingClientRect().left - name.getBoundingClientRect().right;
      }),
    );
  expect(gaps.length).toBeGreaterThan(1);
  expect(Math.min(...gaps)).toBeGreaterThan(0);
});

test('a call deep in the tree still has a readable line on a phone', async ({ page, txPath }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${txPath('failure caught two calls deep')}/internal`);
  const width = await page.locator('.calls').evaluate((tree) => {
    const call = tree.querySelector('.call-row')?.parentElement;
    let list: Element = tree;
    for (let depth = 0; depth < 15; depth++) {
      const [item, folded, inside] = ['li', 'details', 'ul'].map((tag) => document.createElement(tag));
      if (!call || !item || !folded || !inside) return 0;
      item.className = 'call';
      folded.setAttribute('open', '');
      folded.append(inside);
      item.append(call.querySelector('.call-row')?.cloneNode(true) ?? '', folded);
      list.append(item);
      list = inside;
    }
    const row = list.closest('.call')?.querySelector('.call-row');
    return row ? row.clientWidth - Number.parseFloat(getComputedStyle(row).paddingInlineStart) : 0;
  });
  expect(width).toBeGreaterThan(250);
});

test('transfers between long names of long amounts fit a tablet', async ({ page, site, txPath }) => {
  const amount = '567,966,830,491,007,741,493,703';
  for (const path of [`/${site.chainId}/token-transfers`, `${txPath('ERC-20 transfer')}/token-transfers`]) {
    await page.goto(path);
    await page.locator('tbody').evaluate((rows, figure) => {
      for (const name of rows.querySelectorAll('.address > a'))
        name.innerHTML =
          '<bdi class="max-w-full truncate">A nonfungible manager of liquidity positions</bdi>';
      for (const one of rows.querySelectorAll('.in-column, .figure')) {
        const number = document.createElement('span');
        number.className = one.matches('.figure') ? 'wrap-any' : 'long';
        number.textContent = figure;
        one.replaceChildren(number, ' ', one.lastElementChild ?? '');
      }
    }, amount);
    await expect(page.locator('tbody')).toContainText(amount);
    for (const width of [390, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const excess = await page
        .getByRole('table')
        .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
      expect(excess, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test('how many more transfers there are fits a tablet, and an encrypted amount has one line on a screen', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(`/${site.chainId}/txs?fhe_operations_count=1`);
  const cells = page.locator('td.units:has(.text-secret)');
  await cells.first().waitFor();
  await cells.evaluateAll((all) => {
    for (const cell of all) {
      const more = document.createElement('span');
      more.className = 'more text-xs';
      more.textContent = '+123';
      cell.append(more);
      cell.querySelector('a bdi')?.replaceChildren('a symbol of length');
    }
  });
  const excess = await page
    .getByRole('table')
    .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0));
  expect(excess).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 800 });
  const gaps = await cells.evaluateAll((all) =>
    all.map((cell) => {
      const [pill, unit] = ['.text-secret', 'a bdi'].map((part) => cell.querySelector(part));
      return pill && unit ? unit.getBoundingClientRect().top - pill.getBoundingClientRect().bottom : 0;
    }),
  );
  expect(Math.max(...gaps)).toBeLessThan(0);
});

test('the heading of an address keeps its digits in one line on a phone', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/${site.chainId}/address/0x70997970C51812dc3A010C7d01b50e0d17dc79C8`);
  const digits = page.locator('h1 .short-hash');
  await expect(digits).toBeVisible();
  const tops = await digits.evaluate((text) => [...text.getClientRects()].map(({ top }) => top));
  expect(new Set(tops).size).toBe(1);
});
