import type { APIRequestContext } from '@playwright/test';
import { readApi } from './checks';
import { type Cast, JOURNEYS, travelByKeys } from './journeys';
import { expect, type Site, test } from './site';
import { main, travel } from './visitor';

const hashOf = (site: Site, name: string) => site.transactions[name] ?? '';

/** The demo chain's. */
async function readCast(request: APIRequestContext, site: Site): Promise<Cast> {
  const transfer = hashOf(site, 'ERC-20 transfer');
  const { from } = await readApi(request, site, `/transactions/${transfer}`);
  const { items } = await readApi(request, site, `/transactions/${transfer}/token-transfers`);
  return {
    payment: hashOf(site, 'plain ether transfer'),
    swap: { hash: hashOf(site, 'token medley'), says: [/[+−-]/] },
    failure: { hash: hashOf(site, 'revert with a custom error'), says: /InsufficientBalance|reverted/i },
    token: { name: /Demo Dollar/, says: '%' },
    transfer: { hash: transfer, to: items[0].to.hash, sender: from.hash },
    shared: { hash: hashOf(site, 'FHE medley'), says: /FHE/ },
    name: 'Confidential Demo Dollar',
  };
}

for (const { question, most, go } of JOURNEYS) {
  test(question, async ({ page, site }) => {
    const cast = await readCast(page.request, site);
    await travel(page, `/${site.chainId}`, { question, most, go: (visitor) => go(visitor, cast) });
  });
}

test('What went into the encrypted computation?', async ({ page, site }) => {
  await travel(page, `/${site.chainId}`, {
    question: 'What went into the encrypted computation?',
    most: 2,
    go: async ({ search, click }) => {
      await search(hashOf(site, 'FHE medley'));
      await click(page.getByRole('link', { name: /^FHE/ }).first());
      await expect(main(page)).toContainText('Total HCU');
      await expect(page.getByRole('table').first()).toContainText('euint');
    },
  });
});

test('Keyboard only: from the home page to a transaction, its tab, and back.', async ({ page, site }) => {
  const hash = hashOf(site, 'FHE medley');
  await travelByKeys(page, `/${site.chainId}`, { hash, tab: /^FHE/, path: /\/fhe$/ });
});
