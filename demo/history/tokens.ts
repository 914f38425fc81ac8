import type { DemoChain } from '../chain';
import { getUser } from '../user';

const DOLLARS = 10n ** 6n;
const ETHER = 10n ** 18n;
const MAX_UINT256 = 2n ** 256n - 1n;

/** ERC-20, wrapped ether, ERC-721, ERC-1155 and a hybrid, with every action of a holder. */
export async function moveTokens(chain: DemoChain): Promise<void> {
  await moveDollars(chain);
  await wrapEther(chain);
  await swap(chain);
  await moveAstrolabes(chain);
  await moveInstruments(chain);
  await moveComets(chain);
}

async function moveDollars(chain: DemoChain): Promise<void> {
  const [alice, bob, carol] = [getUser(chain, 1), getUser(chain, 2), getUser(chain, 3)];
  const to = 'DemoDollar';
  const gas = 100_000n;
  const named = (name: string) => ({ gas, name });
  const pay = [bob.address, 1_250n * DOLLARS];
  await chain.call({ from: alice, to, fn: 'transfer', args: pay, ...named('ERC-20 transfer') });
  await chain.call({
    ...{ from: alice, to, fn: 'transfer', args: [bob.address, 0n] },
    ...named('ERC-20 transfer of zero'),
  });
  await chain.call({
    ...{ from: alice, to, fn: 'transfer', args: [alice.address, DOLLARS] },
    ...named('ERC-20 transfer to self'),
  });
  const allowance = [carol.address, 500n * DOLLARS];
  await chain.call({ from: bob, to, fn: 'approve', args: allowance, ...named('ERC-20 approval') });
  await chain.mine();
  const pull = [bob.address, alice.address, 300n * DOLLARS];
  await chain.call({
    from: carol,
    to,
    fn: 'transferFrom',
    args: pull,
    ...named('ERC-20 transfer by spender'),
  });
  await chain.call({
    ...{ from: bob, to, fn: 'approve', args: [carol.address, 0n] },
    ...named('ERC-20 approval taken back'),
  });
  const grant = [carol.address, 9_999n * DOLLARS];
  await chain.call({ from: alice, to, fn: 'mint', args: grant, ...named('ERC-20 mint') });
  await chain.call({ from: carol, to, fn: 'burn', args: [123n * DOLLARS], ...named('ERC-20 burn') });
  await chain.mine();
}

async function wrapEther(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 4);
  const to = 'WrappedEther';
  await chain.call({ from, to, fn: 'deposit', value: 3n * ETHER, name: 'WETH deposit' });
  await chain.send({ from, to: chain.addressOf(to), value: ETHER, name: 'WETH deposit by plain transfer' });
  await chain.mine();
  await chain.call({ from, to, fn: 'withdraw', args: [ETHER], name: 'WETH withdrawal' });
  const args = [getUser(chain, 5).address, ETHER / 2n];
  await chain.call({ from, to, fn: 'transfer', args, name: 'WETH transfer' });
  await chain.mine();
}

async function swap(chain: DemoChain): Promise<void> {
  const path = ['DemoDollar', 'Orbit', 'WrappedEther'].map(chain.addressOf);
  for (const index of [3, 4, 5]) {
    const from = getUser(chain, index);
    const args = [BigInt(index) * 1_000n * DOLLARS, 1n, path, from.address, MAX_UINT256];
    const call = { from, to: 'Router', fn: 'swapExactTokensForTokens', args, gas: 500_000n };
    await chain.call(index === 3 ? { ...call, name: 'swap through two pools' } : call);
  }
  await chain.mine();
}

async function moveAstrolabes(chain: DemoChain): Promise<void> {
  const [alice, bob, carol] = [getUser(chain, 1), getUser(chain, 2), getUser(chain, 3)];
  const to = 'Astrolabes';
  const first = BigInt(await chain.read({ to, fn: 'nextId' }));
  for (const owner of [alice, alice, bob, alice])
    await chain.call({ from: owner, to, fn: 'mint', args: [owner.address], name: 'ERC-721 mint' });
  await chain.mine();
  const send = [alice.address, bob.address, first];
  await chain.call({ from: alice, to, fn: 'transferFrom', args: send, name: 'ERC-721 transfer' });
  await chain.call({
    from: alice,
    to,
    fn: 'approve',
    args: [carol.address, first + 1n],
    name: 'ERC-721 approval',
  });
  const forAll = [carol.address, true];
  await chain.call({ from: bob, to, fn: 'setApprovalForAll', args: forAll, name: 'approval for all' });
  await chain.mine();
  const take = [bob.address, carol.address, first + 2n];
  const taken = { from: carol, to, fn: 'safeTransferFrom', args: take };
  await chain.call({ ...taken, name: 'ERC-721 transfer by operator' });
  await chain.call({ from: alice, to, fn: 'burn', args: [first + 3n], name: 'ERC-721 burn' });
  await chain.mine();
}

async function moveInstruments(chain: DemoChain): Promise<void> {
  const [alice, bob] = [getUser(chain, 1), getUser(chain, 2)];
  const to = 'Instruments';
  const gas = 3_000_000n;
  const ids = Array.from({ length: 60 }, (_, index) => BigInt(index % 40));
  const amounts = ids.map((_, index) => BigInt(1 + (index % 7)));
  const many = [alice.address, ids, amounts];
  await chain.call({ from: alice, to, fn: 'mintBatch', args: many, gas, name: 'ERC-1155 batch of 60' });
  const args = [alice.address, 0n, 1n];
  await chain.call({ from: alice, to, fn: 'mint', args, name: 'ERC-1155 mint of id 0' });
  const last = [alice.address, MAX_UINT256, MAX_UINT256];
  await chain.call({ from: alice, to, fn: 'mint', args: last, name: 'ERC-1155 mint of the last id' });
  await chain.mine();
  const moves = [
    { name: 'ERC-1155 batch of nothing', ids: [], amounts: [] },
    { name: 'ERC-1155 batch of one', ids: [7n], amounts: [1n] },
    { name: 'ERC-1155 batch with repeated ids', ids: [1n, 1n, 1n, 2n], amounts: [1n, 0n, 1n, 1n] },
  ];
  for (const { name, ...move } of moves) {
    const batch = [alice.address, bob.address, move.ids, move.amounts, '0x'];
    await chain.call({ from: alice, to, fn: 'safeBatchTransferFrom', args: batch, gas, name });
  }
  const single = [alice.address, bob.address, 3n, 1n, '0x1234'];
  await chain.call({ from: alice, to, fn: 'safeTransferFrom', args: single, name: 'ERC-1155 transfer' });
  await chain.call({ from: alice, to, fn: 'burn', args: [5n, 1n], name: 'ERC-1155 burn' });
  await chain.mine();
}

async function moveComets(chain: DemoChain): Promise<void> {
  const [alice, bob] = [getUser(chain, 1), getUser(chain, 2)];
  await chain.deploy({ from: alice, contract: 'Comets' });
  await chain.mine();
  const gas = 900_000n;
  const to = 'Comets';
  await chain.call({ from: alice, to, fn: 'mint', args: [alice.address, 5n], gas, name: 'ERC-404 mint' });
  const args = [bob.address, (5n * ETHER) / 2n];
  await chain.call({ from: alice, to, fn: 'transfer', args, gas, name: 'ERC-404 transfer' });
  await chain.mine();
}
