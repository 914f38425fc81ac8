import { expect, test } from 'vitest';
import { bufferToAddress } from '@/lib/evm/hex';
import { findDeployments } from '@/lib/fhe/deployments';
import { listHostLabels, listWellKnownLabels } from './well-known';

const fhevmOf = (chainId: number) => listHostLabels(findDeployments(chainId));
const nameOf = (chainId: number, address: string) =>
  [...listWellKnownLabels(chainId), ...fhevmOf(chainId)].findLast(
    (label) => bufferToAddress(label.address) === address,
  );

test('a chain has its own deployments, system contracts, and those of every chain', () => {
  expect(nameOf(1, '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D')).toMatchObject({
    name: 'Uniswap: V2 Router 02',
    source: '@uniswap/sdk-core 7.19.4',
  });
  expect(nameOf(1, '0x00000000219ab540356cBB839Cbe05303d7705Fa')?.name).toBe('Beacon Deposit Contract');
  expect(nameOf(10, '0x00000000219ab540356cBB839Cbe05303d7705Fa')).toBeUndefined();
  expect(nameOf(99_999, '0xcA11bde05977b3631167028862bE2a173976CA11')?.name).toBe('Multicall3');
  expect(nameOf(31_337, '0xe3a9105a3a932253A70F126eb1E3b589C643dD24')?.name).toBe('fhEVM: Executor');
});

test.each([
  ['0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02', 'Beacon Roots (EIP-4788)'],
  ['0x0000BBdDc7CE488642fb579F8B00f3a590007251', 'Consolidation Requests (EIP-7251)'],
  ['0x0000bFF46984e3725691FA540a8C7589300D8282', 'Builder Deposit Requests (EIP-8282)'],
  ['0x000064D678505ad48F8cCb093BC65613800E8282', 'Builder Exit Requests (EIP-8282)'],
  ['0x4e59b44847b379578588920cA78FbF26c0B4956C', 'Deterministic Deployment Proxy'],
  ['0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE', 'System address'],
])('%s has a name on every chain', (address, name) => {
  for (const chainId of [1, 11_155_111, 99_999]) expect(nameOf(chainId, address)?.name).toBe(name);
});

test.each([
  ['0xA39739EF8b0231DbFA0DcdA07d7e29faAbCf4bb2', 'Liquity: Trove Manager', '@liquity/lib-ethers 3.4.0'],
  [
    '0x25ace71c97B33Cc4729CF772ae268934F7ab5fA1',
    'OP Mainnet: L1 Cross Domain Messenger',
    '@eth-optimism/sdk 3.3.3',
  ],
  ['0x86E4Dc95c7FBdBf52e33D563BbDB00823894C287', 'Polygon: Root Chain', '@maticnetwork/meta 2.4.59'],
  ['0x000000000000AAeB6D7670E522A718067333cd4E', 'Operator Filter Registry', 'deterministic address'],
])('%s on Ethereum is called %s', (address, name, source) => {
  expect(nameOf(1, address)).toMatchObject({ name, source });
});

test('every name is short enough to show and every address whole', () => {
  for (const { address, name } of [1, 10, 8453, 11_155_111].flatMap(listWellKnownLabels)) {
    expect(address).toHaveLength(20);
    expect(name.length).toBeGreaterThan(2);
    expect(name.length).toBeLessThanOrEqual(80);
  }
});
