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
