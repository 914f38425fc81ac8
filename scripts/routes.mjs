import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MAX_PAGES = 40;
/** What its folder does not tell of a route: a name of its own, and the paths that show it best. */
const SPECIAL = {
  '/': { name: 'chains', paths: () => ['/'] },
  '/[chain]': { name: 'home' },
  '/[chain]/txs': { queries: ['?order=asc'] },
  '/[chain]/fhe': { name: 'confidential' },
  '/[chain]/token-transfers': { name: 'chain-transfers' },
  '/[chain]/accounts': { queries: ['?sort=transactions_count'] },
  '/[chain]/verified-contracts': { queries: ['?filter=vyper&q=nothing'] },
  '/[chain]/internal-transactions': { queries: ['?at=5'] },
  '/[chain]/withdrawals': { queries: ['?index=5'] },
  '/[chain]/operations': {
    paths: ({ root, rich }) =>
      ['', '?sender=nothing', `?transaction_hash=${rich.hash}`].map((query) => `${root}/operations${query}`),
  },
  '/[chain]/tokens': { queries: ['?q=de', '?q=nothing'] },
  '/[chain]/stats': { queries: ['?view=list', '?q=nothing+of+this'] },
  '/[chain]/stats/[chart]': {
    name: 'chart',
    paths: ({ root }) =>
      ['newTxns?compare=newBlocks', 'averageGasPrice?scale=log', 'averageTxnFee?view=table'].map(
        (rest) => `${root}/stats/${rest}`,
      ),
  },
  '/embed/[chain]/stats/[chart]': {
    name: 'embedded-chart',
    paths: ({ root }) => [`/embed${root}/stats/newTxns`],
  },
  '/[chain]/watchlist': {
    paths: ({ root, addresses }) =>
      ['', `?watched=${addresses.map((one) => `${one}:0`)}`].map((query) => `${root}/watchlist${query}`),
  },
  '/[chain]/simulate': {
    paths: ({ root, moving, failures }) =>
      ['', ...[moving, ...failures].map(({ hash }) => `?tx=${hash}`)].map(
        (query) => `${root}/simulate${query}`,
      ),
  },
  '/[chain]/search': {
    paths: ({ root }) =>
      ['demo', 'l', 'nothing '.repeat(25)].map((text) => `${root}/search?q=${encodeURIComponent(text)}`),
  },
  '/[chain]/block/[id]': {
    name: 'block',
    paths: ({ root, rich, hostile }) =>
      [rich, ...hostile].map((tx) => `${root}/block/${tx.block}`).concat(`${root}/block/0`),
  },
  '/[chain]/block/[id]/withdrawals': {
    name: 'block-withdrawals',
    paths: ({ root, rich }) => [`${root}/block/${rich.block}/withdrawals`],
  },
  '/[chain]/block/[id]/access-list': {
    name: 'block-access-list',
    paths: ({ root, rich }) => [`${root}/block/${rich.block}/access-list`],
  },
  '/[chain]/op/[hash]': {
    name: 'user-operation',
    paths: ({ root, operation }) => [`${root}/op/${operation}`],
  },
  '/[chain]/flow/[hash]': {
    paths: (samples) => {
      const [first, ...others] = eachAddress(samples).map((path) => path.replace('/address/', '/flow/'));
      const open = samples.addresses.join(',');
      return [`${first}?open=${open}`, ...others.map((path) => `${path}?direction=in&open=${open}`)];
    },
  },
  '/[chain]/handle/[hash]': {
    paths: ({ root, handle }) => [`${root}/handle/${handle}`, `${root}/handle/${handle}?steps=8`],
  },
  '/[chain]/tx/[hash]': {
    name: 'transaction',
    paths: (samples) => [
      ...eachTransaction(samples),
      ...eachTransaction(samples, '?all').slice(0, 2),
      ...samples.failures.map((failure) => pathOf(samples, failure)),
    ],
  },
  '/[chain]/tx/[hash]/token-transfers': {
    paths: (samples) =>
      ['', '?view=flow', '?view=net'].flatMap((view) => [
        `${pathOf(samples, samples.moving)}/token-transfers${view}`,
        ...eachTransaction(samples, `/token-transfers${view}`),
      ]),
  },
  '/[chain]/tx/[hash]/internal': {
    paths: (samples) => [
      ...eachTransaction(samples, '/internal'),
      ...samples.failures.map((failure) => `${pathOf(samples, failure)}/internal`),
    ],
  },
  '/[chain]/tx/[hash]/gas': {
    name: 'gas-profile',
    paths: (samples) => [
      ...eachTransaction(samples, '/gas'),
      `${pathOf(samples, samples.moving)}/gas?compare=${samples.rich.hash}`,
      `${pathOf(samples, samples.moving)}/gas?compare=nothing`,
    ],
  },
  '/[chain]/tx/[hash]/trace': { paths: (samples) => eachTransaction(samples, '/trace').slice(0, 1) },
  '/[chain]/address/[hash]/token-transfers': { name: 'address-transfers' },
  '/[chain]/address/[hash]/contract/bytecode': {
    paths: (samples) =>
      eachAddress(samples, '/contract/bytecode')
        .slice(0, 2)
        .concat(eachAddress(samples, '/contract/bytecode?of=creation&page=2').slice(1, 2)),
  },
  ...Object.fromEntries(
    ['read', 'write', 'verify'].map((tab) => [
      `/[chain]/address/[hash]/contract/${tab}`,
      { paths: (samples) => eachAddress(samples, `/contract/${tab}`).slice(0, 2) },
    ]),
  ),
  '/[chain]/token/[hash]/inventory': {
    paths: ({ root, nft }) => [`${root}/token/${nft.token}/inventory`],
  },
  '/[chain]/token/[hash]/instance/[id]': {
    name: 'nft',
    paths: ({ root, nft }) =>
      [nft.id, 2n ** 256n - 1n].map((id) => `${root}/token/${nft.token}/instance/${id}`),
  },
  '/proof': {
    paths: ({ root, rich }) => [
      '/proof',
      `/proof?chain=${root.slice(1)}&tx=${rich.hash}`,
      `/proof?chain=${root.slice(1)}&block=${rich.block}`,
    ],
  },
  '/docs/api': { name: 'api' },
  '/docs/api/[operation]': {
    name: 'api-operation',
    paths: () =>
      ['getTransaction', 'listTransactionTokenTransfersOfInstance', 'getChart', 'getApiConfig'].map(
        (id) => `/docs/api/${id}`,
      ),
  },
  '/problem/not-found': {
    name: 'not-found',
    paths: ({ root }) => [`${root}/tx/0x${'0'.repeat(64)}`, `${root}/address/0x12`, '/nowhere.php'],
  },
};

/** Routes without a link while all is well; e2e/problems.spec.ts reads them. */
const HIDDEN_ROUTES = ['/problem'];

/** The paths of what is of a transaction, an address or a token: that of each sample. */
const EACH = { tx: eachTransaction, address: eachAddress, token: eachToken };

/**
 * Every page of the site by its folder in app/, for the tests of all pages, the screenshots and the benchmark. The first
 * of a route's `paths` is drawn and measured; the others hold what is hardest to show.
 */
export const ROUTES = listFolders()
  .filter((route) => !HIDDEN_ROUTES.includes(route))
  .map((route) => ({ route, ...readRoute(route), ...SPECIAL[route] }));

function readRoute(route) {
  const [, kind, tab = ''] = /^\/\[chain\]\/(tx|address|token)\/\[hash\](.*)$/.exec(route) ?? [];
  if (kind !== undefined) {
    const name = `${kind === 'address' ? 'address' : ''}${tab}`.replaceAll('/', '-').replace(/^-/, '');
    return { name: name || kind, paths: (samples) => EACH[kind](samples, tab) };
  }
  return {
    name: route.replace('/[chain]/', '').replace(/^\//, ''),
    paths: ({ root }) =>
      ['', ...(SPECIAL[route]?.queries ?? [])].map((query) => `${route.replace('/[chain]', root)}${query}`),
  };
}

/** The folders of app/ that have a page, without groups. */
function listFolders() {
  // from the folder of the project: a benchmark bundles this file to elsewhere
  return readdirSync(join(process.cwd(), 'app'), { recursive: true })
    .map((file) => /^(.*\/)page\.tsx$/.exec(`/${file}`)?.[1])
    .filter((folder) => folder !== undefined)
    .map((folder) => folder.replace(/\/\([^/]+\)/g, '').replace(/(?<=.)\/$/, ''))
    .sort();
}

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
  const computed = await get(`/api/v2/transactions/${rich.hash}/fhe-operations`);
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
    handle: computed.items[0]?.result ?? rich.hash,
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

function eachToken({ root, tokens }, tab = '') {
  return tokens.map((token) => `${root}/token/${token}${tab}`);
}
