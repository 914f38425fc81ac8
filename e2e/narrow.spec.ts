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
      expect(rows.length, path).toBeGreaterThan(5);
      expect(
        rows.filter((tops) => new Set(tops).size > 1),
        `${path} at ${width}`,
      ).toEqual([]);
    }
  }
});
