import { TRADERS } from '../accounts';
import type { DemoChain } from '../chain';
import { deployHostContracts } from '../host-contracts';

const DOLLARS = 10n ** 6n;
const ETHER = 10n ** 18n;

/** Host contracts, our contracts, two pools with liquidity, and funds for everyone. */
export async function layFoundation(chain: DemoChain): Promise<void> {
  await deployHostContracts(chain);
  await deployTokens(chain);
  await deployApplications(chain);
  await openExchange(chain);
  await fundUsers(chain);
}

async function deployTokens(chain: DemoChain): Promise<void> {
  const from = chain.accounts.deployer;
  const dollar = ['Demo Dollar', 'dUSD', 6, 100_000_000n * DOLLARS];
  await chain.deploy({ from, contract: 'DemoToken', as: 'DemoDollar', args: dollar });
  const orbit = ['Orbit', 'ORB', 18, 21_000_000n * ETHER];
  await chain.deploy({ from, contract: 'DemoToken', as: 'Orbit', args: orbit });
  await chain.deploy({ from, contract: 'WrappedEther' });
  await chain.deploy({ from, contract: 'Astrolabes' });
  await chain.deploy({ from, contract: 'Instruments' });
  await chain.mine();
  const wares = ['DemoDollar', 'Astrolabes', 'Instruments'].map(chain.addressOf);
  await chain.deploy({ from, contract: 'Bazaar', args: wares });
  await chain.deploy({ from, contract: 'BatchAccount' });
  await chain.deploy({ from, contract: 'Faults' });
  await chain.deploy({ from, contract: 'Nursery', name: 'deploy nursery' });
  await chain.mine();
}

async function deployApplications(chain: DemoChain): Promise<void> {
  const from = chain.accounts.deployer;
  await chain.deploy({ from, contract: 'ConfidentialCredit', name: 'deploy confidential token' });
  await chain.deploy({ from, contract: 'ConfidentialDollar', args: [chain.addressOf('DemoDollar')] });
  await chain.mine();
  await chain.deploy({ from, contract: 'SealedAuction' });
  await chain.deploy({ from, contract: 'PrivateVote', args: ['Shall the observatory open at night?'] });
  await chain.deploy({ from, contract: 'EncryptedDice' });
  await chain.deploy({ from, contract: 'OperatorBench' });
  await chain.mine();
}

async function openExchange(chain: DemoChain): Promise<void> {
  const from = chain.accounts.deployer;
  const [dollar, orbit, weth] = ['DemoDollar', 'Orbit', 'WrappedEther'].map(chain.addressOf);
  await chain.deploy({ from, contract: 'PoolFactory' });
  await chain.deploy({ from, contract: 'Router', args: [chain.addressOf('PoolFactory')] });
  await chain.call({ from, to: 'WrappedEther', fn: 'deposit', value: 500n * ETHER });
  await chain.mine();
  const gas = 2_500_000n;
  await chain.call({ from, to: 'PoolFactory', fn: 'createPool', args: [dollar, orbit], gas });
  await chain.call({ from, to: 'PoolFactory', fn: 'createPool', args: [orbit, weth], gas });
  for (const to of ['DemoDollar', 'Orbit', 'WrappedEther'])
    await chain.call({ from, to, fn: 'approve', args: [chain.addressOf('Router'), 2n ** 256n - 1n] });
  await chain.mine();
  const first = [dollar, orbit, 3_000_000n * DOLLARS, 1_500_000n * ETHER];
  await chain.call({ from, to: 'Router', fn: 'addLiquidity', args: first, gas: 500_000n });
  const second = [orbit, weth, 600_000n * ETHER, 400n * ETHER];
  await chain.call({ from, to: 'Router', fn: 'addLiquidity', args: second, gas: 500_000n });
  await chain.mine();
}

async function fundUsers(chain: DemoChain): Promise<void> {
  const { users, deployer: from } = chain.accounts;
  const everyone = users.map((user) => user.address);
  const gas = 3_000_000n;
  const args = [everyone, 25_000n * DOLLARS];
  await chain.call({ from, to: 'Bazaar', fn: 'airdrop', args, gas, name: 'airdrop of 48 transfers' });
  for (const user of users.slice(0, TRADERS)) {
    const grant = [user.address, 1_000n * ETHER];
    await chain.call({ from, to: 'Orbit', fn: 'mint', args: grant });
    const credit = [user.address, 50_000_000n];
    await chain.call({ from, to: 'ConfidentialCredit', fn: 'mintPlain', args: credit, gas: 900_000n });
  }
  await chain.mine();
  for (const user of users.slice(0, TRADERS)) {
    const router = [chain.addressOf('Router'), 2n ** 256n - 1n];
    for (const to of ['DemoDollar', 'Orbit'])
      await chain.call({ from: user, to, fn: 'approve', args: router });
    const wrapper = [chain.addressOf('ConfidentialDollar'), 2n ** 256n - 1n];
    await chain.call({ from: user, to: 'DemoDollar', fn: 'approve', args: wrapper });
  }
  await chain.mine();
}
