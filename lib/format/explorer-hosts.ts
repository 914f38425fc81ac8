const CHAINS: ReadonlyMap<string, number> = new Map([
  ['etherscan.io', 1],
  ['eth.blockscout.com', 1],
  ['otterscan.io', 1],
  ['optimistic.etherscan.io', 10],
  ['optimism.blockscout.com', 10],
  ['explorer.optimism.io', 10],
  ['bscscan.com', 56],
  ['gnosisscan.io', 100],
  ['gnosis.blockscout.com', 100],
  ['polygonscan.com', 137],
  ['polygon.blockscout.com', 137],
  ['era.zksync.network', 324],
  ['basescan.org', 8453],
  ['base.blockscout.com', 8453],
  ['holesky.etherscan.io', 17_000],
  ['arbiscan.io', 42_161],
  ['arbitrum.blockscout.com', 42_161],
  ['celoscan.io', 42_220],
  ['snowtrace.io', 43_114],
  ['lineascan.build', 59_144],
  ['amoy.polygonscan.com', 80_002],
  ['sepolia.basescan.org', 84_532],
  ['sepolia.arbiscan.io', 421_614],
  ['scrollscan.com', 534_352],
  ['hoodi.etherscan.io', 560_048],
  ['sepolia.etherscan.io', 11_155_111],
  ['eth-sepolia.blockscout.com', 11_155_111],
  ['sepolia-optimism.etherscan.io', 11_155_420],
]);

/** The chain ID of an explorer host (ignoring `www.` and port), or undefined. */
export function findExplorerChain(host: string): number | undefined {
  const name = host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^www\./, '');
  return CHAINS.get(name);
}
