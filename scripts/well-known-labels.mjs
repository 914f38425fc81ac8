#!/usr/bin/env node
// Writes lib/labels/well-known.json from address books that their projects publish on npm: node scripts/well-known-labels.mjs
// The file holds facts only: which contract of which protocol is at an address. The licences allow it: each is MIT or Apache-2.0.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as chains from 'viem/chains';
import { getAddress, isAddress } from 'viem/utils';
import { readArbitrum, readOptimism, readPolygon } from './bridge-labels.mjs';
import { words } from './label-words.mjs';

const TARGET = new URL('../lib/labels/well-known.json', import.meta.url);
const BOOKS = {
  '@uniswap/sdk-core': { version: '7.19.4', read: readUniswap },
  '@uniswap/universal-router-sdk': { version: '5.13.0', read: readUniversalRouter },
  '@safe-global/safe-deployments': { version: '1.37.63', read: readSafe },
  '@bgd-labs/aave-address-book': { version: '4.44.22', read: readAave },
  '@0x/contract-addresses': { version: '8.13.0', read: readZeroEx },
  '@cowprotocol/sdk-config': { version: '2.4.0', read: readCow },
  '@balancer/sdk': { version: '6.1.1', read: readBalancer },
  '@arbitrum/sdk': { version: '4.1.0', read: readArbitrum },
  '@curvefi/api': { version: '2.70.1', read: readCurve },
  '@opensea/seaport-js': { version: '4.3.0', read: readSeaport },
  '@reservoir0x/sdk': { version: '0.0.372', read: readReservoir },
  '@eth-optimism/sdk': { version: '3.3.3', read: readOptimism },
  '@maticnetwork/meta': { version: '2.4.59', read: readPolygon },
  '@liquity/lib-ethers': { version: '3.4.0', read: readLiquity },
};
/** Contracts on Ethereum that fill blocks and are in no package, as their projects document them. */
const DOCUMENTED = {
  '0x1111111254EEB25477B68fb85Ed929f73A960582': '1inch: Aggregation Router V5',
  '0x111111125421cA6dc452d289314280a0f8842A65': '1inch: Aggregation Router V6',
  '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45': 'Uniswap: Swap Router 02',
  '0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57': 'ParaSwap: Augustus V5',
  '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5': 'KyberSwap: Meta Aggregation Router V2',
  '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559': 'Odos: Router V2',
  '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE': 'LI.FI: Diamond',
  '0x881D40237659C251811CEC9c364ef91dC08D300C': 'MetaMask: Swap Router',
  '0x388C818CA8B9251b393131C08a736A67ccB19297': 'Lido: Execution Layer Rewards Vault',
};
const VIEM = JSON.parse(readFileSync(new URL('../node_modules/viem/package.json', import.meta.url)));
/** The chains that people use; names of others would only fill the file. */
const CHAINS = new Set([
  1, 10, 56, 100, 130, 137, 250, 252, 288, 300, 324, 480, 1088, 1101, 1284, 1301, 1329, 1868, 2741, 5000,
  7777777, 8453, 42161, 42170, 42220, 43114, 57073, 59144, 81457, 84532, 421614, 534352, 11155111, 11155420,
  17000, 560048,
]);

const folder = mkdtempSync(join(tmpdir(), 'address-books-'));
const labels = new Map();
/** By chain, the token that is its coin one for one. */
const wrapped = new Map();
const sources = {};
try {
  readViem(adder(`viem ${VIEM.version}`));
  for (const [name, { version, read }] of Object.entries(BOOKS)) {
    const book = `${name} ${version}`;
    await read(fetchPackage(name, version), adder(book));
  }
  const addDocumented = adder('the documentation of the project');
  for (const [address, name] of Object.entries(DOCUMENTED)) addDocumented(1, address, name);
} finally {
  rmSync(folder, { recursive: true });
}
writeFileSync(TARGET, write());
console.log(
  [...labels.values()].reduce((sum, { size }) => sum + size, 0),
  'labels',
);

/** The first book that names an address wins. */
function adder(book) {
  const id = Object.keys(sources).length;
  sources[id] = book;
  return (chainId, address, name) => {
    if (!CHAINS.has(Number(chainId)) || typeof address !== 'string' || !isAddress(address, { strict: false }))
      return;
    if (/^0x0{38}/.test(address)) return;
    const known = labels.get(Number(chainId)) ?? new Map();
    labels.set(Number(chainId), known);
    if (!known.has(getAddress(address))) known.set(getAddress(address), [name, id]);
  };
}

function fetchPackage(name, version) {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', `${name}@${version}`, '--json', '--silent'], { cwd: folder }),
  );
  const target = join(folder, filename.replace('.tgz', ''));
  mkdirSync(target);
  execFileSync('tar', ['xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  return target;
}

function sentence(name) {
  return words(name.toLowerCase()).replace(/\b(Weth|Ui|Acl|Gho|Svr)\b/g, (word) => word.toUpperCase());
}

function readViem(add) {
  const inner = new Set(['ensRegistry', 'ensUniversalResolver', 'ensTlds', 'erc6492Verifier']);
  for (const chain of Object.values(chains)) {
    for (const [key, contract] of Object.entries(chain.contracts ?? {})) {
      if (key === 'multicall3') add(chain.id, contract.address, 'Multicall3');
      else if (key === 'ensRegistry') add(chain.id, contract.address, 'ENS: Registry');
      else if (key === 'ensUniversalResolver') add(chain.id, contract.address, 'ENS: Universal Resolver');
      else if (inner.has(key)) continue;
      else if (contract.address) add(chain.id, contract.address, `${chain.name}: ${words(key)}`);
      else
        for (const [parent, { address }] of Object.entries(contract))
          add(parent, address, `${chain.name}: ${words(key)}`);
    }
  }
}

function readUniswap(path, add) {
  const books = createRequire(import.meta.url)(join(path, 'dist/cjs/src/addresses.js'));
  for (const [key, title] of [
    ['V2_FACTORY_ADDRESSES', 'V2 Factory'],
    ['V2_ROUTER_ADDRESSES', 'V2 Router 02'],
  ])
    for (const [id, address] of Object.entries(books[key])) add(id, address, `Uniswap: ${title}`);
  for (const [id, contracts] of Object.entries(books.CHAIN_TO_ADDRESSES_MAP))
    for (const [key, address] of Object.entries(contracts)) {
      const title = words(key.replace(/Address$/, '')).replace(/^V(\d) Core/, 'V$1');
      const isOfV3 = ['Quoter', 'Tick Lens', 'Nonfungible Position Manager', 'Multicall'].includes(title);
      add(id, address, `Uniswap: ${isOfV3 ? `V3 ${title}` : title}`);
    }
  add(1, '0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap: V3 Swap Router');
}

function readUniversalRouter(path, add) {
  const text = readFileSync(join(path, 'dist/cjs/src/utils/constants.js'), 'utf8');
  for (const part of text.split(/^ {4}(?=\S+: \{$)/m)) {
    const id = /^\[?(\d+)/.exec(part)?.[1];
    if (id === undefined) continue;
    const weth = /weth: '(0x[0-9a-fA-F]{40})'/.exec(part)?.[1];
    if (weth !== undefined) wrapped.set(id, getAddress(weth));
    for (const [, address] of part.matchAll(/address: '(0x[0-9a-fA-F]{40})'/g))
      add(id, address, 'Uniswap: Universal Router');
  }
}

function readSafe(path, add) {
  const assets = join(path, 'dist/assets');
  for (const version of readdirSync(assets))
    for (const file of readdirSync(join(assets, version))) {
      const { contractName, deployments, networkAddresses } = JSON.parse(
        readFileSync(join(assets, version, file)),
      );
      for (const [id, kinds] of Object.entries(networkAddresses))
        for (const kind of [kinds].flat())
          add(id, deployments[kind]?.address, `Safe: ${words(contractName)} ${version.slice(1)}`);
    }
}

async function readAave(path, add) {
  const dist = join(path, 'dist');
  const markets = readdirSync(dist).filter((name) =>
    /^Aave(V[23]|Governance|Safety|Gho|GHO|Umbrella|Misc)\w*\.mjs$/.test(name),
  );
  for (const file of markets) {
    const market = await import(join(dist, file));
    const title = words(file.replace('.mjs', '').replace(/^Aave/, '')).replace(/^V (\d)/, 'V$1');
    for (const [key, address] of Object.entries(market))
      if (!/IMPL|^DEFAULT_/.test(key))
        add(market.CHAIN_ID, address, `Aave: ${title} ${sentence(key.replace(/^AAVE_/, ''))}`);
  }
}

function readZeroEx(path, add) {
  const books = JSON.parse(readFileSync(join(path, 'addresses.json')));
  const tokens = new Set(['zrxToken', 'etherToken']);
  for (const [id, contracts] of Object.entries(books))
    for (const [key, address] of Object.entries(contracts))
      if (!tokens.has(key)) add(id, address, `0x: ${words(key)}`);
}

/** `VAULT_RELAYER` of every chain: CoW's contracts are at the same address on all of them. */
function readCow(path, add) {
  const text = readFileSync(join(path, 'dist/index.js'), 'utf8');
  for (const [name, title] of [
    ['SETTLEMENT_CONTRACT', 'Settlement'],
    ['VAULT_RELAYER', 'Vault Relayer'],
    ['ETH_FLOW_ADDRESS', 'ETH Flow'],
    ['COMPOSABLE_COW', 'Composable CoW'],
  ]) {
    const address = new RegExp(`var ${name} = "(0x[0-9a-fA-F]{40})"`).exec(text)?.[1];
    for (const id of [1, 56, 100, 137, 8453, 42161, 43114, 59144, 11155111])
      add(id, address, `CoW: ${title}`);
  }
}

function readBalancer(path, add) {
  const text = readFileSync(join(path, 'dist/index.mjs'), 'utf8');
  for (const [name, title] of [
    ['VAULT_V2', 'V2 Vault'],
    ['VAULT_V3', 'V3 Vault'],
  ]) {
    const map = new RegExp(`var ${name} = \\{([^}]*)\\}`).exec(text)?.[1] ?? '';
    for (const [, id, address] of map.matchAll(/\[(\d+)[^\]]*\]: "(0x[0-9a-fA-F]{40})"/g))
      add(id, address, `Balancer: ${title}`);
  }
}

/** Pools of Curve by their own names. */
function readCurve(path, add) {
  const chains = { ethereum: 1, arbitrum: 42161, optimism: 10, polygon: 137, base: 8453, avalanche: 43114 };
  for (const [name, id] of Object.entries(chains)) {
    const text = readFileSync(join(path, `lib/constants/pools/${name}.js`), 'utf8');
    for (const [, title, pool] of text.matchAll(
      /full_name: "([^"]+)",[\s\S]*?swap_address: '(0x[0-9a-fA-F]{40})'/g,
    ))
      add(id, pool, `Curve: ${title}`);
  }
}

/** Its contracts without its tokens, which name themselves. */
function readLiquity(path, add) {
  const { addresses } = JSON.parse(readFileSync(join(path, 'deployments/default/mainnet.json')));
  for (const [key, address] of Object.entries(addresses))
    if (!key.endsWith('Token')) add(1, address, `Liquity: ${words(key).replace('Lqty', 'LQTY')}`);
}

function readSeaport(path, add) {
  const text = readFileSync(join(path, 'lib/constants.js'), 'utf8');
  const conduit = /OPENSEA_CONDUIT_ADDRESS = "(0x[0-9a-fA-F]{40})"/.exec(text)?.[1];
  for (const id of [1, 10, 137, 8453, 42161, 43114]) add(id, conduit, 'OpenSea: Conduit');
}

/** The contracts of markets of NFTs that people call; some others are listed under a market that they are not of. */
function readReservoir(path, add) {
  const books = JSON.parse(readFileSync(join(path, 'dist/addresses.json')));
  const skipped =
    /^(Common|RouterV6|CryptoKitties|ArtBlocks|Nouns|Beeple|CryptoArte|Decentraland|CryptoVoxels|ZeroEx.*)$/;
  const called =
    /^(Exchange|ExecutionDelegate|Delegate|TransferManager.*|Erc(721|1155)Delegate|.*TransferProxy|ProxyRegistry|PairFactory|Router|VeryFastRouter|MarketplaceZap|VaultFactory|Bazaar|ConduitController|Blend|Seadrop)$/;
  for (const [market, contracts] of Object.entries(books)) {
    if (skipped.test(market)) continue;
    const title = market.replace(/V(\d)(\d)$/, ' $1.$2').replace(/(?<=[a-z])V(\d)$/, ' V$1');
    for (const [key, byChain] of Object.entries(contracts))
      if (called.test(key))
        for (const [id, address] of Object.entries(byChain)) add(id, address, `${title}: ${words(key)}`);
  }
}

function write() {
  const byChain = Object.fromEntries(
    [...labels].sort(([a], [b]) => a - b).map(([id, known]) => [id, Object.fromEntries([...known].sort())]),
  );
  const lines = Object.entries(byChain).map(([id, known]) => {
    const rows = Object.entries(known).map(
      ([address, label]) => `${JSON.stringify(address)}:${JSON.stringify(label)}`,
    );
    return `${JSON.stringify(id)}:{\n${rows.join(',\n')}\n}`;
  });
  return `{\n"date":"${new Date().toISOString().slice(0, 10)}",\n"sources":${JSON.stringify(Object.values(sources))},\n"wrapped":${JSON.stringify(Object.fromEntries(wrapped))},\n"labels":{\n${lines.join(',\n')}\n}}\n`;
}
