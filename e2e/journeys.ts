import { expect, type Page } from '@playwright/test';
import { bar, main, type Visitor } from './visitor';

/** What journeys meet on a chain. */
export type Cast = Readonly<{
  /** A plain transfer of coin. */
  payment: string;
  /** A transaction by which the sender gave and got something, and what its net changes say. */
  swap: Readonly<{ hash: string; says: readonly (string | RegExp)[] }>;
  failure: Readonly<{ hash: string; says: string | RegExp }>;
  /** A token on the first page of the list, and what stands beside its first holder. */
  token: Readonly<{ name: RegExp; says: string | RegExp }>;
  /** A transaction that moved a token, who got it, and who sent the transaction. */
  transfer: Readonly<{ hash: string; to: string; sender: string }>;
  /** A transaction, and what its description says in a chat. */
  shared: Readonly<{ hash: string; says: RegExp }>;
  /** A token's whole name. */
  name: string;
}>;

type Journey = Readonly<{ question: string; most: number; go(visitor: Visitor, cast: Cast): Promise<void> }>;

/** Questions that people bring, each answered within three actions from the home page. */
export const JOURNEYS: readonly Journey[] = [
  {
    question: 'Has my payment arrived?',
    most: 1,
    go: async ({ page, search }, cast) => {
      await search(cast.payment);
      await expect(main(page)).toContainText('Success');
      await expect(main(page)).toContainText(/sent [\d.]+ ETH to/);
    },
  },
  {
    question: 'What did the swap give?',
    most: 1,
    go: async ({ page, search }, cast) => {
      await search(cast.swap.hash);
      const changes = page.getByRole('region', { name: 'Net balance changes' });
      for (const said of cast.swap.says) await expect(changes).toContainText(said);
    },
  },
  {
    question: 'Why did it fail?',
    most: 1,
    go: async ({ page, search }, cast) => {
      await search(cast.failure.hash);
      await expect(main(page)).toContainText('Failed');
      await expect(main(page)).toContainText(cast.failure.says);
    },
  },
  {
    question: 'Who holds the token?',
    most: 3,
    go: async ({ page, click }, cast) => {
      await click(bar(page).getByRole('link', { name: 'Tokens', exact: true }));
      await click(main(page).getByRole('link', { name: cast.token.name }).first());
      await click(page.getByRole('link', { name: /^Holders/ }));
      const rows = page.getByRole('table').getByRole('row');
      await expect(rows.nth(0).or(rows.nth(1)).filter({ hasText: cast.token.says }).first()).toBeVisible();
    },
  },
  {
    question: 'Where did the money go next?',
    most: 3,
    go: async ({ page, click, search }, cast) => {
      await search(cast.transfer.hash);
      await click(main(page).locator(`a[href$="/address/${cast.transfer.to}"]`).first());
      await click(page.getByRole('link', { name: /^Token transfers/ }));
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    question: 'Give me the transfers as a file.',
    most: 3,
    go: async ({ page, search, click }, cast) => {
      await search(cast.transfer.sender);
      await click(page.getByRole('link', { name: /^Token transfers/ }));
      const download = page.waitForEvent('download');
      await click(page.getByRole('link', { name: /CSV/ }).first());
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    },
  },
  {
    question: 'Show it to somebody else.',
    most: 1,
    go: async ({ page, search }, cast) => {
      await search(cast.shared.hash);
      const image = await page.locator('meta[property="og:image"]').getAttribute('content');
      const answer = await page.request.get(new URL(new URL(image ?? '').pathname, page.url()).href);
      expect(answer.headers()['content-type']).toBe('image/png');
      await expect(page.locator('meta[property="og:description"]')).toHaveAttribute(
        'content',
        cast.shared.says,
      );
    },
  },
  {
    question: 'Find the token by its name.',
    most: 1,
    go: async ({ page, search }, cast) => {
      await search(cast.name);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(cast.name);
    },
  },
  {
    question: 'What to pay for gas now?',
    most: 1,
    go: async ({ page, click }) => {
      await click(bar(page).getByRole('link', { name: 'Gas', exact: true }));
      await expect(main(page)).toContainText(/Average\s*[\d.,]+ Gwei/);
    },
  },
  {
    question: 'Which blocks make up the figure of a day?',
    most: 3,
    go: async ({ page, click }) => {
      await click(bar(page).getByRole('link', { name: 'Statistics', exact: true }));
      await click(main(page).locator('a[href*="/stats/newTxns"]').first());
      const highest = main(page)
        .getByRole('link', { name: /^Blocks of / })
        .last();
      const day = (await highest.getAttribute('href'))?.slice(-10);
      await click(highest);
      await expect(page).toHaveURL(/\/blocks\?at=/);
      const newest = page.getByRole('table').getByRole('row').nth(1).locator('time');
      await expect(newest).toHaveAttribute('datetime', new RegExp(`^${day}`));
    },
  },
  {
    question: 'From any page to the tokens.',
    most: 2,
    go: async ({ page, search, click }, cast) => {
      await search(cast.shared.hash);
      await click(bar(page).getByRole('link', { name: 'Tokens', exact: true }));
      await expect(page).toHaveURL(/\/tokens$/);
    },
  },
];

/** From a home page to a transaction, a tab of it and back, without a pointer; prints how many actions and seconds. */
export async function travelByKeys(
  page: Page,
  home: string,
  { hash, tab, path }: Readonly<{ hash: string; tab: RegExp; path: RegExp }>,
): Promise<void> {
  await page.goto(home);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  const begin = Date.now();
  await page.keyboard.press('/');
  await page.keyboard.type(hash);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tx\/0x/);
  await page.getByRole('link', { name: tab }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);
  console.log(`Keyboard only: 2 actions, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  await page.goBack();
  await expect(page).toHaveURL(/\/tx\/0x\w+$/);
}
