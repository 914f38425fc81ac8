import { readApi } from './checks';
import { expect, test } from './site';

test('a very wide window has four cards of statistics beside each other', async ({ page, site }) => {
  await page.setViewportSize({ width: 2560, height: 1400 });
  await page.goto(`/${site.chainId}/stats`);
  const tops = await page
    .locator('#accounts li')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
  expect(tops.filter((top) => top === tops[0])).toHaveLength(4);
});

test('in a very wide window no column of a list takes all that is left', async ({ page, site }) => {
  await page.setViewportSize({ width: 2560, height: 1400 });
  for (const { path, head } of [
    { path: 'blocks', head: 'Fee recipient' },
    { path: 'txs', head: 'From and to' },
  ]) {
    await page.goto(`/${site.chainId}/${path}`);
    const box = await page.getByRole('columnheader', { name: head }).boundingBox();
    const table = await page.getByRole('table').boundingBox();
    expect(Number(box?.width) / Number(table?.width), path).toBeLessThan(0.4);
  }
});

test('the last of the facts beside each other has no line of its own', async ({ page, site, txPath }) => {
  const { to } = await readApi(
    page.request,
    site,
    `/transactions/${txPath('WETH deposit').split('/').at(-1)}`,
  );
  for (const width of [1440, 1441]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/${site.chainId}/address/${to.hash}`);
    const hidden = await page.locator('main dl.overflow-hidden').evaluateAll((grids) =>
      grids.map((grid) => {
        const ends = [...grid.children].map((fact) => fact.getBoundingClientRect().right);
        return Math.max(...ends) - grid.getBoundingClientRect().right;
      }),
    );
    expect(hidden.length, String(width)).toBeGreaterThan(0);
    expect(Math.min(...hidden), String(width)).toBeGreaterThanOrEqual(0);
  }
});

test('at 1440 pixels a row of a list is one line, whatever its names and amounts', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['txs', 'token-transfers', 'internal-transactions']) {
    await page.goto(`/${site.chainId}/${path}`);
    const heights = await page.locator('tbody').evaluate((rows) => {
      for (const name of rows.querySelectorAll('.address > a'))
        name.innerHTML =
          '<bdi class="max-w-full truncate">A nonfungible manager of liquidity positions</bdi>';
      for (const one of rows.querySelectorAll('.figure > .figure'))
        one.textContent = '567,966,830,491,007,741,493,703';
      return [...rows.children].map((row) => row.getBoundingClientRect().height);
    });
    expect(Math.max(...heights), path).toBeLessThan(40);
  }
});
