import { expect, type Locator, type Page } from '@playwright/test';

/** What a visitor does; each click, submitted text and key that leads on counts. */
export type Visitor = Readonly<{
  page: Page;
  click(target: Locator): Promise<void>;
  search(text: string): Promise<void>;
}>;

export const main = (page: Page) => page.getByRole('main');
export const bar = (page: Page) => page.getByRole('banner');

/** Goes from a home page, and prints how many actions and seconds it took. */
export async function travel(
  page: Page,
  home: string,
  { question, most, go }: Readonly<{ question: string; most: number; go(visitor: Visitor): Promise<void> }>,
): Promise<void> {
  let actions = 0;
  const searchBox = bar(page).getByRole('searchbox').or(bar(page).getByRole('combobox')).first();
  await page.goto(home);
  const begin = Date.now();
  await go({
    page,
    click: async (target) => {
      actions += 1;
      await target.click();
    },
    search: async (text) => {
      actions += 1;
      const from = page.url();
      await searchBox.fill(text);
      await searchBox.press('Enter');
      await page.waitForURL((url) => url.href !== from);
    },
  });
  expect(actions).toBeLessThanOrEqual(most);
  console.log(`${question} ${actions} actions, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
}
