import { expect, test } from 'vitest';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { fetchDevAccounts, fetchDevNode } from './dev-node';
import { RpcError } from './rpc-error';

const answering = (answers: Readonly<Record<string, unknown>>) =>
  createFakeRpc(async (method) => {
    if (method in answers) return answers[method];
    throw new RpcError(method, { code: -32601, message: 'not offered' });
  });

const UNTOLD = { instance: null, forkBlock: null };

test.each([
  ['anvil/v1.7.1', {}, UNTOLD],
  ['HardhatNetwork/2.29.1/@nomicfoundation/edr/0.3.8', {}, UNTOLD],
  ['Ganache/v7.9.1/EthereumJS TestRPC/v7.9.1/ethereum-js', {}, UNTOLD],
  ['Geth/v1.16.7-stable/linux-amd64/go1.25', { eth_chainId: '0x539' }, UNTOLD],
  ['Geth/v1.16.7-stable/linux-amd64/go1.25', { eth_chainId: '0x1' }, undefined],
  ['reth/v1.9.3/anvil', {}, undefined],
  [null, {}, undefined],
])('%s is a development node, or not', async (web3_clientVersion, answers, expected) => {
  const genesis = { eth_getBlockByNumber: { timestamp: '0x0' } };
  expect(await fetchDevNode(answering({ web3_clientVersion, ...genesis, ...answers }))).toEqual(expected);
});

test('the run and the fork are told, as far as they are well-formed', async () => {
  const web3_clientVersion = 'anvil/v1.7.1';
  const told = (hardhat_metadata: unknown) =>
    fetchDevNode(answering({ web3_clientVersion, hardhat_metadata }));
  const instanceId = `0x${'5a'.repeat(32)}`;
  expect(await told({ instanceId, forkedNetwork: null })).toEqual({ instance: instanceId, forkBlock: null });
  expect(await told({ instanceId, forkedNetwork: { forkBlockNumber: 7 } })).toEqual({
    instance: instanceId,
    forkBlock: 7,
  });
  expect(await told({ instanceId: '0x', forkedNetwork: { forkBlockNumber: -1 } })).toEqual(UNTOLD);
  expect(await told('nonsense')).toEqual(UNTOLD);
});

test('any node is one where the operator says so', async () => {
  const rpc = answering({ web3_clientVersion: 'reth/v1.9.3' });
  expect(await fetchDevNode(rpc, true)).toEqual(UNTOLD);
});

test('the accounts that a node signs for are those that are well-formed, a hundred at most', async () => {
  const account = `0x${'5a'.repeat(20)}`;
  const accounts = [account, '0x5a', null, ...Array.from({ length: 200 }, () => account)];
  expect(await fetchDevAccounts(answering({ eth_accounts: accounts }))).toHaveLength(98);
  expect(await fetchDevAccounts(answering({ eth_accounts: 'nonsense' }))).toEqual([]);
  expect(await fetchDevAccounts(answering({}))).toEqual([]);
});
