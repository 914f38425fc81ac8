import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from './label-words.mjs';

/** The contracts of the rollups and their bridges on the chain below. */
export function readArbitrum(path, add) {
  const text = readFileSync(join(path, 'dist/lib/dataEntities/networks.js'), 'utf8');
  const bridge = /const mainnetTokenBridge = \{([^}]*)\}/.exec(text)?.[1] ?? '';
  const one = /const mainnetETHBridge = \{([^}]*)\}/.exec(text)?.[1] ?? '';
  for (const [, key, address] of `${bridge}${one}`.matchAll(/(\w+): '(0x[0-9a-fA-F]{40})'/g)) {
    if (/weth$|multicall$/i.test(key)) continue;
    const isChild = key.startsWith('child');
    add(isChild ? 42161 : 1, address, `Arbitrum: ${words(key.replace(/^(parent|child)/, ''))}`);
  }
}

/** The contracts of OP Mainnet on Ethereum. */
export function readOptimism(path, add) {
  const text = readFileSync(join(path, 'dist/utils/chain-constants.js'), 'utf8');
  for (const [, key, address] of text.matchAll(/const (\w+)Addresses = \{\s*mainnet: '(0x[0-9a-fA-F]{40})'/g))
    add(1, address, `OP Mainnet: ${words(key)}`);
}

/** Libraries, whose code others hold or call, and what is there to try. */
const PARTS_OF_POLYGON =
  /^(BytesLib|Common|ECVerify|Merkle|MerklePatriciaProof|PriorityQueue|RLP\w+|Safe\w+|\w*Dummy\w*)$/;

/** The contracts of Polygon PoS on Ethereum: of proxies not their implementations, which change. */
export function readPolygon(path, add) {
  const { Main } = JSON.parse(readFileSync(join(path, 'network/mainnet/v1/index.json')));
  for (const [title, contracts] of [
    ['Polygon', { ...Main.Contracts, ...Main.FxPortalContracts }],
    ['Polygon PoS Bridge', Main.POSContracts],
  ])
    for (const [key, address] of Object.entries(contracts))
      if (!(`${key}Proxy` in contracts) && !PARTS_OF_POLYGON.test(key))
        add(1, address, `${title}: ${words(key.replace(/Proxy$/, ''))}`);
}
