import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';

const USAGE = `Usage: node scripts/screens.mjs http://localhost:3000

Draws every route of a running site over the demo chain into docs/screens: light and dark, wide and narrow.`;

const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const SIZES = { wide: { width: 1440, height: 1000 }, narrow: { width: 390, height: 844 } };

const base = process.argv[2]?.replace(/\/$/, '');
if (base === undefined || !URL.canParse(base)) {
  console.error(USAGE);
  process.exit(2);
}
const folder = fileURLToPath(new URL('../docs/screens', import.meta.url));
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: FLAGS });
for (const [name, path] of await routes()) await draw(name, path);
await browser.close();

/** What is worth a look: the transaction with the most FHE operations, one that failed, one NFT, one chart. */
async function routes() {
  const { chains } = await get('/api/json/config');
  const [chain] = Object.keys(chains);
  const root = `/${chain}`;
  const transactions = await listTransactions(40);
  const rich = pick(transactions, (item) => item.fhe_operations_count);
  const failed = transactions.find((item) => item.status === 'error' && item.revert_reason !== null);
  const tokens = (await get('/api/v2/tokens')).items;
  const collection = tokens.find((token) => token.type === 'ERC-721');
  const { items: nfts } = await get(`/api/v2/tokens/${collection.address_hash}/instances`);
  const nft = nfts.find((item) => item.image_url !== null) ?? nfts[0];
  const token = `${root}/token/${collection.address_hash}`;
  return [
    ['home', root],
    ['blocks', `${root}/blocks`],
    ['block', `${root}/block/${rich.block_number}`],
    ['txs', `${root}/txs`],
    ['transaction', `${root}/tx/${rich.hash}`],
    ['failed', `${root}/tx/${failed?.hash ?? rich.hash}`],
    ['token-transfers', `${root}/tx/${rich.hash}/token-transfers`],
    ['fhe', `${root}/tx/${rich.hash}/fhe`],
    ['logs', `${root}/tx/${rich.hash}/logs`],
    ['raw', `${root}/tx/${rich.hash}/raw`],
    ['address', `${root}/address/${rich.from.hash}`],
    ['tokens', `${root}/tokens`],
    ['token', token],
    ['holders', `${token}/holders`],
    ['inventory', `${token}/inventory`],
    ['nft', `${token}/instance/${nft.id}`],
    ['stats', `${root}/stats`],
    ['chart', `${root}/stats/newTxns`],
    ['search', `${root}/search?q=demo`],
    ['not-found', `${root}/tx/0x${'0'.repeat(64)}`],
  ];
}

async function listTransactions(pages) {
  const all = [];
  let query = '';
  for (let page = 0; page < pages; page += 1) {
    const { items, next_page_params: next } = await get(`/api/v2/transactions${query}`);
    all.push(...items);
    if (next === null) break;
    query = `?${new URLSearchParams(Object.entries(next).map(([name, value]) => [name, String(value)]))}`;
  }
  return all;
}

function pick(items, figure) {
  return items.reduce((best, item) => (figure(item) > figure(best) ? item : best));
}

async function get(path) {
  const response = await fetch(`${base}${path}`);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  return response.json();
}

async function draw(name, path) {
  for (const colorScheme of ['light', 'dark']) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      const context = await browser.newContext({ colorScheme, viewport });
      const page = await context.newPage();
      await page.goto(`${base}${path}`, { waitUntil: 'networkidle' });
      const file = join(folder, `${name}-${colorScheme}-${size}.jpg`);
      await page.screenshot({ path: file, type: 'jpeg', quality: 72 });
      await context.close();
    }
  }
  console.log(`${name}  ${path}`);
}
