import type { APIRequestContext } from '@playwright/test';
import { HAS_RECORDINGS, type Replay, startReplay } from '../test/support/recordings';
import { until } from '../test/support/until';
import { readApi } from './checks';
import { type Cast, JOURNEYS, travelByKeys } from './journeys';
import { type Product, runProduct } from './run-product';
import { expect, type Site, test } from './site';
import { travel } from './visitor';

const [FIRST, LAST] = [17_686_110, 17_686_125];
const API_KEY = 'the-key-of-the-recorded-site';
const START_MS = 480_000;
/** Unpacked. */
const MAX_BYTES = 280_000;

test.describe('over real mainnet blocks', () => {
  test.skip(!HAS_RECORDINGS, 'the recorded blocks are not here');
  // one product for all of them, in one worker
  test.describe.configure({ mode: 'default' });

  let replay: Replay;
  let product: Product;
  let real: Site;
  let cast: Cast;
  test.beforeAll(async ({ playwright }) => {
    replay = await startReplay('realdata/blocks/1', ['--from', String(FIRST), '--to', String(LAST)]);
    const variables = { RPC_URL: replay.url, START_BLOCK: String(FIRST), CHAIN_NAME: 'Ethereum', API_KEY };
    product = await runProduct(variables);
    real = { ...product, apiKey: API_KEY, chainId: '1', rpcUrl: replay.url, lamp: '', transactions: {} };
    const request = await playwright.request.newContext();
    await until(
      'the last block',
      async () => (await readApi(request, real, '/blocks')).items[0]?.height === LAST,
      START_MS,
    );
    // Names and supplies of tokens are asked for beside the blocks.
    cast = await until('what journeys need', () => findCast(request), START_MS);
    await request.dispose();
  });
  test.afterAll(() => Promise.all([product?.stop(), replay?.stop()]));

  for (const { question, most, go } of JOURNEYS)
    test(question, async ({ page }) => {
      await travel(page, `${product.url}/1`, { question, most, go: (visitor) => go(visitor, cast) });
    });

  test('Keyboard only: from the home page to a transaction, its tab, and back.', async ({ page }) => {
    const { hash } = cast.swap;
    await travelByKeys(page, `${product.url}/1`, { hash, tab: /^Logs/, path: /\/logs$/ });
  });

  test('An index that begins late says so on every page, and one of the whole chain does not', async ({
    page,
    site,
  }) => {
    for (const path of ['', '/txs', `/tx/${cast.swap.hash}`]) {
      await page.goto(`${product.url}/1${path}`);
      await expect(page.getByText(/^History from block [\d,]+$/)).toBeVisible();
    }
    await page.goto(`/${site.chainId}`);
    await expect(page.getByText('History from block')).toHaveCount(0);
  });

  test('A page of a block, and the logs of a transaction with many, are below 280 KB', async ({
    request,
  }) => {
    let most = { hash: '', logs_count: 0 };
    for (const block of BLOCKS) {
      const html = await (await request.get(`${product.url}/1/block/${block}`)).text();
      expect.soft(Buffer.byteLength(html), String(block)).toBeLessThanOrEqual(MAX_BYTES);
      const { items } = await readApi(request, real, `/blocks/${block}/transactions`);
      for (const one of items) if (one.logs_count > most.logs_count) most = one;
    }
    expect(most.logs_count).toBeGreaterThan(50);
    const html = await (await request.get(`${product.url}/1/tx/${most.hash}/logs`)).text();
    expect(Buffer.byteLength(html), most.hash).toBeLessThanOrEqual(MAX_BYTES);
  });

  /** Finds in the blocks what journeys need; undefined while something is missing. */
  async function findCast(request: APIRequestContext): Promise<Cast | undefined> {
    const read = (path: string) => readApi(request, real, path);
    const { items: newest } = await read('/transactions');
    const payment = newest.find(
      ({ status, value, to }: Listed) => status === 'ok' && value !== '0' && to?.is_contract === false,
    );
    const { items: transfers } = await read('/token-transfers?type=ERC-20');
    const { items: tokens } = await read('/tokens');
    const named = tokens.find(({ name }: { name: string | null }) => name !== null && /^[\w ]+$/.test(name));
    const sent = await findFirst(transfers, async (one: ListedTransfer) => {
      const { from, to, token_transfers_count: count } = await read(`/transactions/${one.transaction_hash}`);
      const isOwn = count === 1 && from.hash === one.from.hash && to?.hash === one.token.address_hash;
      return isOwn ? { hash: one.transaction_hash, to: one.to.hash, sender: from.hash } : undefined;
    });
    const failure = await findFirst(BLOCKS, async (block) => {
      const { items } = await read(`/blocks/${block}/transactions`);
      const failed = items.filter(({ status }: Listed) => status === 'error');
      return findFirst(failed, async ({ hash }: Listed) => {
        const says = (await read(`/transactions/${hash}`)).failure?.explanation;
        return says ? { hash, says } : undefined;
      });
    });
    const swap = await findFirst(transfers, async ({ transaction_hash: hash }: ListedTransfer) =>
      readSwap(hash, await read(`/transactions/${hash}/net-changes`)),
    );
    if (!payment || !sent || !failure || !swap || !named) return undefined;
    const { items: holders } = await read(`/tokens/${named.address_hash}/holders`);
    return {
      ...{ payment: payment.hash, swap, failure, transfer: sent },
      token: { name: new RegExp(named.name), says: sayHolder(named, holders[0]) },
      shared: { hash: sent.hash, says: /sent [\d.,]+ / },
      name: named.name,
    };
  }
});

type Listed = { hash: string; status: string | null; value: string; to: { is_contract: boolean } | null };
type Party = { hash: string };
type ListedTransfer = { transaction_hash: string; from: Party; to: Party; token: { address_hash: string } };
type Changes = {
  coin_source: string;
  fee: { total: string } | null;
  items: { changes: { token: { symbol: string | null } | null; amount: string | null }[] }[];
};

const BLOCKS: readonly number[] = Array.from({ length: LAST - FIRST + 1 }, (_, at) => FIRST + at);

/** What a table says of its holders: a share of the supply, or of what the contract was not asked yet, that it is a sum. */
function sayHolder(token: { total_supply: string | null }, { value }: { value: string | null }): RegExp {
  return value !== null && token.total_supply !== null ? /%/ : /%|net of indexed transfers|as of block/i;
}

/** What its sender, who stands first, gave and got beside the fee by a swap: one asset each. */
function readSwap(hash: string, net: Changes): Cast['swap'] | undefined {
  const changes = (net.items[0]?.changes ?? []).flatMap(({ token, amount }) => {
    const beside = BigInt(amount ?? 0) + (token === null ? BigInt(net.fee?.total ?? 0) : 0n);
    return beside === 0n ? [] : [{ symbol: token === null ? 'ETH' : token.symbol, isGiven: beside < 0n }];
  });
  const [gave, got] = [true, false].map((isGiven) => changes.find((change) => change.isGiven === isGiven));
  if (net.coin_source !== 'traces' || changes.length !== 2 || !gave?.symbol || !got?.symbol) return undefined;
  return { hash, says: ['sent', gave.symbol, 'received', got.symbol] };
}

async function findFirst<Item, Found>(
  items: readonly Item[],
  read: (item: Item) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const item of items) {
    const found = await read(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
