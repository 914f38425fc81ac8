import type { Page } from '@playwright/test';
import { readApi } from './checks';
import { expect, type Site, test } from './site';
import { bar, main, travel, type Visitor } from './visitor';

type Journey = Readonly<{ question: string; most: number; go(visitor: Visitor, site: Site): Promise<void> }>;

const hashOf = (site: Site, name: string) => site.transactions[name] ?? '';

/** Questions that people bring, each answered within three actions from the home page. */
const JOURNEYS: readonly Journey[] = [
  {
    question: 'Has my payment arrived?',
    most: 1,
    go: async ({ page, search }, site) => {
      await search(hashOf(site, 'plain ether transfer'));
      await expect(main(page)).toContainText('Success');
      await expect(main(page)).toContainText(/sent [\d.]+ ETH to/);
    },
  },
  {
    question: 'What did the swap give?',
    most: 1,
    go: async ({ page, search }, site) => {
      await search(hashOf(site, 'token medley'));
      await expect(page.getByRole('region', { name: /net .*changes/i })).toContainText(/[+−-]/);
    },
  },
  {
    question: 'Why did it fail?',
    most: 1,
    go: async ({ page, search }, site) => {
      await search(hashOf(site, 'revert with a custom error'));
      await expect(main(page)).toContainText('Failed');
      await expect(main(page)).toContainText(/InsufficientBalance|reverted/i);
    },
  },
  {
    question: 'Who holds the token?',
    most: 3,
    go: async ({ page, click }) => {
      await click(bar(page).getByRole('link', { name: 'Tokens', exact: true }));
      await click(
        main(page)
          .getByRole('link', { name: /Demo Dollar/ })
          .first(),
      );
      await click(page.getByRole('link', { name: /^Holders/ }));
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText('%');
    },
  },
  {
    question: 'Where did the money go next?',
    most: 3,
    go: async ({ page, click, search }, site) => {
      await search(hashOf(site, 'ERC-20 transfer'));
      const { to } = (await readTransfer(page, site)) ?? {};
      await click(main(page).locator(`a[href$="/address/${to?.hash}"]`).first());
      await click(page.getByRole('link', { name: /^Token transfers/ }));
      await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    question: 'Give me the transfers as a file.',
    most: 3,
    go: async ({ page, search, click }, site) => {
      await search(await readSender(page, site));
      await click(page.getByRole('link', { name: /^Token transfers/ }));
      const download = page.waitForEvent('download');
      await click(page.getByRole('link', { name: /CSV/ }).first());
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    },
  },
  {
    question: 'Show it to somebody else.',
    most: 1,
    go: async ({ page, search }, site) => {
      await search(hashOf(site, 'FHE medley'));
      const image = await page.locator('meta[property="og:image"]').getAttribute('content');
      const answer = await page.request.get(new URL(image ?? '').pathname);
      expect(answer.headers()['content-type']).toBe('image/png');
      await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', /FHE/);
    },
  },
  {
    question: 'What went into the encrypted computation?',
    most: 2,
    go: async ({ page, search, click }, site) => {
      await search(hashOf(site, 'FHE medley'));
      await click(page.getByRole('link', { name: /^FHE/ }).first());
      await expect(main(page)).toContainText('Total HCU');
      await expect(page.getByRole('table').first()).toContainText('euint');
    },
  },
  {
    question: 'Find the token by its name.',
    most: 1,
    go: async ({ page, search }) => {
      await search('Confidential Demo Dollar');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Confidential Demo Dollar');
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
    go: async ({ page, search, click }, site) => {
      await search(hashOf(site, 'FHE medley'));
      await click(bar(page).getByRole('link', { name: 'Tokens', exact: true }));
      await expect(page).toHaveURL(/\/tokens$/);
    },
  },
];

for (const { question, most, go } of JOURNEYS) {
  test(question, async ({ page, site }) => {
    await travel(page, `/${site.chainId}`, { question, most, go: (visitor) => go(visitor, site) });
  });
}

test('Keyboard only: from the home page to a transaction, its tab, and back.', async ({ page, site }) => {
  await page.goto(`/${site.chainId}`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced', /\d/);
  const begin = Date.now();
  await page.keyboard.press('/');
  await page.keyboard.type(hashOf(site, 'FHE medley'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tx\/0x/);
  const tab = page.getByRole('link', { name: /^FHE/ }).first();
  await tab.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fhe$/);
  console.log(`Keyboard only: 2 actions, ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  await page.goBack();
  await expect(page).toHaveURL(/\/tx\/0x\w+$/);
});

async function readTransfer(page: Page, site: Site): Promise<{ to: { hash: string } } | undefined> {
  const { items } = await readApi(
    page.request,
    site,
    `/transactions/${hashOf(site, 'ERC-20 transfer')}/token-transfers`,
  );
  return items[0];
}

async function readSender(page: Page, site: Site): Promise<string> {
  const { from } = await readApi(page.request, site, `/transactions/${hashOf(site, 'ERC-20 transfer')}`);
  return from.hash;
}
