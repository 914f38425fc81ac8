import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_PAGES = 40;
const TRANSACTION = '/[chain]/tx/[hash]';
const ADDRESS = '/[chain]/address/[hash]';

/** Tabs of a transaction that other paths than its own show best. */
const TRANSACTION_TABS = [
  {
    route: `${TRANSACTION}/token-transfers`,
    name: 'token-transfers',
    paths: (samples) =>
      ['', '?view=flow', '?view=net'].flatMap((view) => [
        `${pathOf(samples, samples.moving)}/token-transfers${view}`,
        ...eachTransaction(samples, `/token-transfers${view}`),
      ]),
  },
  {
    route: `${TRANSACTION}/internal`,
    name: 'internal',
    paths: (samples) => [
      ...eachTransaction(samples, '/internal'),
      ...samples.failures.map((failure) => `${pathOf(samples, failure)}/internal`),
    ],
  },
  {
    route: `${TRANSACTION}/gas`,
    name: 'gas-profile',
    paths: (samples) => [
      ...eachTransaction(samples, '/gas'),
      `${pathOf(samples, samples.moving)}/gas?compare=${samples.rich.hash}`,
      `${pathOf(samples, samples.moving)}/gas?compare=nothing`,
    ],
  },
  {
    route: `${TRANSACTION}/trace`,
    name: 'trace',
    paths: (samples) => eachTransaction(samples, '/trace').slice(0, 1),
  },
];

/**
 * Every page of the site by its folder in app/ (tabs are found there), for the tests of all pages, the screenshots and the benchmark. The
 * first of a route's `paths` is drawn and measured; the others hold what is hardest to show.
 */
export const ROUTES = [
  { route: '/', name: 'chains', paths: () => ['/'] },
  { route: '/status', name: 'status', paths: () => ['/status'] },
  { route: '/settings', name: 'settings', paths: () => ['/settings'] },
  { route: '/[chain]', name: 'home', paths: ({ root }) => [root] },
  { route: '/[chain]/blocks', name: 'blocks', paths: ({ root }) => [`${root}/blocks`] },
  {
    route: '/[chain]/block/[id]',
    name: 'block',
    paths: ({ root, rich, hostile }) =>
      [rich, ...hostile].map((tx) => `${root}/block/${tx.block}`).concat(`${root}/block/0`),
  },
  {
    route: '/[chain]/block/[id]/withdrawals',
    name: 'block-withdrawals',
    paths: ({ root, rich }) => [`${root}/block/${rich.block}/withdrawals`],
  },
  { route: '/[chain]/gas', name: 'gas', paths: ({ root }) => [`${root}/gas`] },
  { route: '/[chain]/txs', name: 'txs', paths: ({ root }) => [`${root}/txs`, `${root}/txs?order=asc`] },
  {
    route: '/[chain]/token-transfers',
    name: 'chain-transfers',
    paths: ({ root }) => [`${root}/token-transfers`],
  },
  {
    route: '/[chain]/accounts',
    name: 'accounts',
    paths: ({ root }) => listed(root, 'accounts', '?sort=transactions_count'),
  },
  {
    route: '/[chain]/verified-contracts',
    name: 'verified-contracts',
    paths: ({ root }) => listed(root, 'verified-contracts', '?filter=vyper&q=nothing'),
  },
  {
    route: '/[chain]/internal-transactions',
    name: 'internal-transactions',
    paths: ({ root }) => listed(root, 'internal-transactions', '?at=5'),
  },
  {
    route: '/[chain]/withdrawals',
    name: 'withdrawals',
    paths: ({ root }) => listed(root, 'withdrawals', '?index=5'),
  },
  {
    route: '/[chain]/operations',
    name: 'operations',
    paths: ({ root, rich }) =>
      listed(root, 'operations', '?sender=nothing', `?transaction_hash=${rich.hash}`),
  },
  {
    route: '/[chain]/op/[hash]',
    name: 'user-operation',
    paths: ({ root, operation }) => [`${root}/op/${operation}`],
  },
  {
    route: TRANSACTION,
    name: 'transaction',
    paths: (samples) => [
      ...eachTransaction(samples),
      ...eachTransaction(samples, '?all').slice(0, 2),
      ...samples.failures.map((failure) => pathOf(samples, failure)),
    ],
  },
  ...TRANSACTION_TABS,
  ...listTabs(TRANSACTION, TRANSACTION_TABS).map((tab) => ({
    route: `${TRANSACTION}/${tab}`,
    name: tab,
    paths: (samples) => eachTransaction(samples, `/${tab}`),
  })),
  { route: ADDRESS, name: 'address', paths: (samples) => eachAddress(samples) },
  ...listTabs(ADDRESS).map((tab) => ({
    route: `${ADDRESS}/${tab}`,
    name: tab === 'token-transfers' ? 'address-transfers' : `address-${tab}`,
    paths: (samples) => eachAddress(samples, `/${tab}`),
  })),
  {
    route: `${ADDRESS}/contract/bytecode`,
    name: 'bytecode',
    paths: (samples) =>
      eachAddress(samples, '/contract/bytecode')
        .slice(0, 2)
        .concat(eachAddress(samples, '/contract/bytecode?of=creation&page=2').slice(1, 2)),
  },
  {
    route: `${ADDRESS}/contract/read`,
    name: 'contract-read',
    paths: (samples) => eachAddress(samples, '/contract/read').slice(0, 2),
  },
  {
    route: `${ADDRESS}/contract/write`,
    name: 'contract-write',
    paths: (samples) => eachAddress(samples, '/contract/write').slice(0, 2),
  },
  {
    route: `${ADDRESS}/contract/verify`,
    name: 'verify',
    paths: (samples) => eachAddress(samples, '/contract/verify').slice(0, 2),
  },
  {
    route: '/[chain]/tokens',
    name: 'tokens',
    paths: ({ root }) => [`${root}/tokens`, `${root}/tokens?q=de`, `${root}/tokens?q=nothing`],
  },
  { route: '/[chain]/token/[hash]', name: 'token', paths: (samples) => eachToken(samples) },
  {
    route: '/[chain]/token/[hash]/holders',
    name: 'holders',
    paths: (samples) => eachToken(samples, '/holders'),
  },
  {
    route: '/[chain]/token/[hash]/inventory',
    name: 'inventory',
    paths: ({ root, nft }) => [`${root}/token/${nft.token}/inventory`],
  },
  {
    route: '/[chain]/token/[hash]/instance/[id]',
    name: 'nft',
    paths: ({ root, nft }) =>
      [nft.id, 2n ** 256n - 1n].map((id) => `${root}/token/${nft.token}/instance/${id}`),
  },
  {
    route: '/[chain]/stats',
    name: 'stats',
    paths: ({ root }) => ['', '?view=list', '?q=nothing+of+this'].map((query) => `${root}/stats${query}`),
  },
  {
    route: '/[chain]/stats/[chart]',
    name: 'chart',
    paths: ({ root }) =>
      ['newTxns?compare=newBlocks', 'averageGasPrice?scale=log', 'averageTxnFee?view=table'].map(
        (rest) => `${root}/stats/${rest}`,
      ),
  },
  {
    route: '/embed/[chain]/stats/[chart]',
    name: 'embedded-chart',
    paths: ({ root }) => [`/embed${root}/stats/newTxns`],
  },
  {
    route: '/[chain]/search',
    name: 'search',
    paths: ({ root }) =>
      ['demo', 'l', 'nothing '.repeat(25)].map((text) => `${root}/search?q=${encodeURIComponent(text)}`),
  },
  {
    route: '/proof',
    name: 'proof',
    paths: ({ root, rich }) => [
      '/proof',
      `/proof?chain=${root.slice(1)}&tx=${rich.hash}`,
      `/proof?chain=${root.slice(1)}&block=${rich.block}`,
    ],
  },
  { route: '/docs/api', name: 'api', paths: () => ['/docs/api'] },
  { route: '/docs/api/console', name: 'api-console', paths: () => ['/docs/api/console'] },
  {
    route: '/docs/api/[operation]',
    name: 'api-operation',
    paths: () =>
      ['getTransaction', 'listTransactionTokenTransfersOfInstance', 'getChart', 'getApiConfig'].map(
        (id) => `/docs/api/${id}`,
      ),
  },
  {
    route: '/problem/not-found',
    name: 'not-found',
    paths: ({ root }) => [`${root}/tx/0x${'0'.repeat(64)}`, `${root}/address/0x12`, '/nowhere'],
  },
];

/** The tabs of a page, which are folders beside it, without the given ones. */
function listTabs(route, given = []) {
  // from the folder of the project: a benchmark bundles this file to elsewhere
  const folder = join(process.cwd(), 'app', route);
  const taken = given.map((one) => one.route);
  return readdirSync(folder)
    .filter((tab) => existsSync(`${folder}/${tab}/page.tsx`) && !taken.includes(`${route}/${tab}`))
    .sort();
}

/** Routes without a link while all is well; e2e/problems.spec.ts reads them. */
export const HIDDEN_ROUTES = ['/problem'];

/**
 * Finds what is worth showing on a chain, through `get`, which returns the JSON at a path of its API: the transaction
 * with the most FHE operations, the one with the most token transfers, a failed one, an NFT with a picture, tokens
 * with very long or right-to-left names, and transactions that moved them; a user operation if there is one.
 */
export async function findSamples(get) {
  const { chains } = await get('/api/json/config');
  const transactions = await listAll(get, '/api/v2/transactions');
  const tokens = await listAll(get, '/api/v2/tokens');
  const nft = await findNft(get, tokens);
  const odd = [most(tokens, ({ name }) => name?.length ?? 0), tokens.find(goesLeft)].filter(Boolean);
  const moves = await Promise.all(odd.map((token) => findMove(get, token)));
  const rich = most(transactions, (item) => item.fhe_operations_count);
  const moving = most(transactions, (item) => item.token_transfers_count ?? 0);
  const operations = await get('/api/v2/proxy/account-abstraction/operations');
  const failed = transactions.find((item) => item.status === 'error' && item.revert_reason !== null);
  return {
    root: `/${Object.keys(chains)[0]}`,
    rich: { hash: rich.hash, block: rich.block_number },
    moving: { hash: moving.hash, block: moving.block_number },
    failures: failed === undefined ? [] : [{ hash: failed.hash, block: failed.block_number }],
    addresses: [rich.from.hash, nft.token, ...moves.map((move) => move.receiver)],
    hostile: moves,
    tokens: [nft.token, ...[...odd, ...oneOfEach(tokens)].map((token) => token.address_hash)],
    nft,
    operation: operations.items[0]?.hash ?? rich.hash,
  };
}

/** The first NFT with a picture, of the collection that has one. */
async function findNft(get, tokens) {
  for (const { address_hash: token, type } of tokens) {
    if (type !== 'ERC-721') continue;
    const { items } = await get(`/api/v2/tokens/${token}/instances`);
    const pictured = items.find((item) => item.image_url !== null);
    if (pictured) return { token, id: pictured.id };
  }
  throw new Error('the chain has no NFT with a picture');
}

async function findMove(get, token) {
  const { items } = await get(`/api/v2/tokens/${token.address_hash}/transfers`);
  const [move] = items;
  return { hash: move.transaction_hash, block: move.block_number, receiver: move.to.hash };
}

async function listAll(get, path) {
  const all = [];
  let query = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, next_page_params: next } = await get(`${path}${query}`);
    all.push(...items);
    if (next === null) break;
    query = `?${new URLSearchParams(Object.entries(next).map(([name, value]) => [name, String(value)]))}`;
  }
  return all;
}

function oneOfEach(tokens) {
  return [...new Map(tokens.map((token) => [token.type, token])).values()];
}

function most(items, figure) {
  return items.reduce((best, item) => (figure(item) > figure(best) ? item : best));
}

/** Hebrew and Arabic letters, and direction marks. */
function goesLeft({ name }) {
  return /[\u0590-\u07ff\u202b\u202e\u2067]/.test(name ?? '');
}

function pathOf({ root }, { hash }) {
  return `${root}/tx/${hash}`;
}

function eachTransaction(samples, tab = '') {
  return [samples.rich, ...samples.hostile].map((transaction) => `${pathOf(samples, transaction)}${tab}`);
}

function eachAddress({ root, addresses }, tab = '') {
  return addresses.map((address) => `${root}/address/${address}${tab}`);
}

/** A list of the chain, as it is and with these queries. */
function listed(root, list, ...queries) {
  return ['', ...queries].map((query) => `${root}/${list}${query}`);
}

function eachToken({ root, tokens }, tab = '') {
  return tokens.map((token) => `${root}/token/${token}${tab}`);
}
