import { type Address, type Hex, slice } from 'viem';
import type { DemoChain } from '../chain';
import { FheType } from '../encryption';
import { callHost, governHosts, type HostCall, upgradeHostContracts } from '../host-contracts';
import type { Receipt } from '../miner';
import { fetchTip } from '../node-request';
import { getUser } from '../user';
import { encryptAmount } from './confidential';

const DAY = 86_400n;
const WORD = 32;
const NO_EXPIRY = 2n ** 64n - 1n;
const EVERY_CONTRACT = `0x${'ff'.repeat(20)}`;
const MULTIPLY = 2;
const OTHER_CHAIN = 80_002n;
const LISTS = { short: [0, 1, 10, 11, 30], long: [31, 60], longest: [61, 100] };
const NUMBERS: readonly number[] = [
  FheType.Uint8,
  FheType.Uint16,
  FheType.Uint32,
  FheType.Uint64,
  FheType.Uint128,
];

const limit = (fn: string, value: unknown, name: string): HostCall => ({
  ...{ host: 'HCULimit', as: 'NewerHCULimit', fn, args: [value], name },
});

/** The host contracts are upgraded; then what the newer ones can do: limits, operators, delegations, the bridge. */
export async function upgradeProtocol(chain: DemoChain): Promise<void> {
  await upgradeHostContracts(chain);
  const from = chain.accounts.deployer;
  await chain.deploy({ from, contract: 'NewerOperatorBench' });
  await chain.deploy({ from, contract: 'TravellingSecret', args: [chain.addressOf('ConfidentialBridge')] });
  await chain.mine();
  await runNewerOperators(chain);
  await reachLimits(chain);
  await delegateDecryption(chain);
  await denyAndPause(chain);
  await crossBridge(chain);
}

async function runNewerOperators(chain: DemoChain): Promise<void> {
  const bench = { from: getUser(chain, 14), to: 'NewerOperatorBench', gas: 12_000_000n };
  const sizesOf = (type: number) => [
    ...LISTS.short,
    ...LISTS.long,
    ...(type < FheType.Uint64 ? LISTS.longest : []),
  ];
  for (const [typeName, type] of Object.entries(FheType)) {
    if (type === FheType.Bool) continue;
    const args = [type, sizesOf(type)];
    if (NUMBERS.includes(type)) await chain.call({ ...bench, fn: 'sums', args, name: `sums of ${typeName}` });
    await chain.call({ ...bench, fn: 'searches', args, name: `searches for ${typeName}` });
    for (const isPlain of type <= FheType.Uint64 ? [false, true] : []) {
      const name = `quotient of ${typeName}, ${isPlain ? 'scalar' : 'encrypted'}`;
      await chain.call({ ...bench, fn: 'quotient', args: [type, isPlain], name });
    }
    await chain.mine();
  }
}

/** Governance lowers the limits, transactions are refused by each of them, and the limits rise again. */
async function reachLimits(chain: DemoChain): Promise<void> {
  const bench = { from: getUser(chain, 13), to: 'OperatorBench', gas: 6_000_000n };
  const failing = { ...bench, outcome: 'failure' } as const;
  const deep = [MULTIPLY, FheType.Uint128, 1n, 7n];
  const products = (count: number) => [Array(count).fill(MULTIPLY), FheType.Uint128, 1n, 1n, false];
  await governHosts(chain, [
    limit('setMaxHCUDepthPerTx', 4_000_000, 'depth limit lowered'),
    limit('setMaxHCUPerTx', 8_000_000, 'transaction limit lowered'),
    limit('setHCUPerBlock', 10_000_000, 'block cap lowered'),
  ]);
  await chain.call({ ...failing, fn: 'chain', args: deep, name: 'chain beyond the lowered depth' });
  await chain.call({ ...failing, fn: 'binary', args: products(5), name: 'beyond the lowered limit' });
  const stranger = { from: getUser(chain, 17), outcome: 'failure' } as const;
  await callHost(chain, limit('setHCUPerBlock', NO_EXPIRY >> 16n, 'limit set by a stranger'), stranger);
  await chain.mine();
  await chain.call({ ...bench, fn: 'binary', args: products(4), name: 'block filled' });
  await chain.call({ ...failing, fn: 'binary', args: products(3), name: 'beyond the cap of the block' });
  await chain.call({ ...bench, fn: 'binary', args: products(1), name: 'below the cap of the block' });
  await chain.mine();
  const app = chain.addressOf('OperatorBench');
  await governHosts(chain, [limit('addToBlockHCUWhitelist', app, 'app exempt from the cap')]);
  for (const count of [4, 3])
    await chain.call({ ...bench, fn: 'binary', args: products(count), name: `exempt of the cap, ${count}` });
  await chain.mine();
  await governHosts(chain, [
    limit('removeFromBlockHCUWhitelist', app, 'app metered again'),
    limit('setHCUPerBlock', 40_000_000, 'block cap raised'),
    limit('setMaxHCUPerTx', 20_000_000, 'transaction limit raised'),
    limit('setMaxHCUDepthPerTx', 5_000_000, 'depth limit raised'),
  ]);
  await chain.call({ ...bench, fn: 'chain', args: deep, name: 'chain below the raised depth' });
  await chain.mine();
}

/** Alice lets others decrypt for her: Bob for some days, Carol everywhere for ever, and a fourth until she takes it back. */
async function delegateDecryption(chain: DemoChain): Promise<void> {
  const [alice, bob, carol, friend] = [1, 2, 3, 4].map((index) => getUser(chain, index));
  if (!alice || !bob || !carol || !friend) throw new Error('The demo chain has no users.');
  const credit = chain.addressOf('ConfidentialCredit');
  const { timestamp } = await fetchTip(chain.request);
  const acl = { host: 'ACL', fn: 'delegateForUserDecryption' } as const;
  const by = { from: alice };
  const soon = BigInt(timestamp) + 3n * DAY;
  await callHost(chain, { ...acl, args: [bob.address, credit, soon], name: 'delegation for three days' }, by);
  const everywhere = [carol.address, EVERY_CONTRACT, NO_EXPIRY];
  await callHost(chain, { ...acl, args: everywhere, name: 'delegation for all contracts' }, by);
  const given = [friend.address, credit, NO_EXPIRY];
  await callHost(chain, { ...acl, args: given, name: 'delegation without end' }, by);
  const own = { ...acl, args: [alice.address, credit, NO_EXPIRY], name: 'delegation to oneself' };
  await callHost(chain, own, { ...by, outcome: 'failure' });
  await chain.mine();
  const revoke = { ...acl, fn: 'revokeDelegationForUserDecryption', args: [friend.address, credit] };
  await callHost(chain, { ...revoke, name: 'delegation revoked' }, by);
  const end = { host: 'ACL', as: 'NewerACL', fn: 'invalidateDecryptionSignaturesBefore' } as const;
  await callHost(chain, { ...end, args: [BigInt(timestamp)], name: 'signatures invalidated' }, by);
  await chain.mine();
}

/** An app on the deny list may not grant rights; while the ACL is paused nobody computes. */
async function denyAndPause(chain: DemoChain): Promise<void> {
  const app = [chain.addressOf('TravellingSecret')];
  await governHosts(chain, [{ host: 'ACL', fn: 'blockAccount', args: app, name: 'app denied' }]);
  await keepSecret(chain, { salt: 1, outcome: 'failure', name: 'grant of a denied app' });
  await chain.mine();
  await governHosts(chain, [{ host: 'ACL', fn: 'unblockAccount', args: app, name: 'app admitted again' }]);
  await callHost(chain, { host: 'ACL', fn: 'pause', name: 'ACL paused' }, { from: chain.accounts.deployer });
  await keepSecret(chain, { salt: 2, outcome: 'failure', name: 'computation while paused' });
  await chain.mine();
  await governHosts(chain, [{ host: 'ACL', fn: 'unpause', name: 'ACL active again' }]);
}

/** A secret leaves for another chain, and one of that chain arrives, with its plaintext told where nobody can decrypt it. */
async function crossBridge(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 8);
  await keepSecret(chain, { salt: 3, outcome: 'success', name: 'secret kept' });
  await chain.call({
    from,
    to: 'TravellingSecret',
    fn: 'send',
    args: [OTHER_CHAIN],
    name: 'handle sent away',
  });
  const foreign = `0x${'5e'.repeat(21)}ff${OTHER_CHAIN.toString(16).padStart(16, '0')}0500`;
  const args = [chain.addressOf('TravellingSecret'), foreign, `0x${'7d'.repeat(32)}`];
  const to = 'ConfidentialBridge';
  await chain.call({ from, to, fn: 'deliver', args, name: 'handle arrived' });
  const arrived = findArrived(await chain.mine(), chain.addressOf(to));
  await chain.call({
    from,
    to,
    fn: 'tellPlainly',
    args: [arrived, 42n],
    name: 'plaintext told by the bridge',
  });
  await chain.mine();
}

/** The handle that a handle of another chain has got here: the second word of the bridge's last log. */
function findArrived(receipts: readonly Receipt[], bridge: Address): Hex {
  const log = receipts
    .flatMap((receipt) => receipt.logs)
    .findLast(({ address }) => address.toLowerCase() === bridge.toLowerCase());
  if (log === undefined) throw new Error('Nothing arrived over the bridge.');
  return slice(log.data, WORD, 2 * WORD);
}

async function keepSecret(
  chain: DemoChain,
  { salt, ...how }: { salt: number; outcome: 'success' | 'failure'; name: string },
): Promise<void> {
  const from = getUser(chain, 8);
  const to = 'TravellingSecret';
  const args = await encryptAmount(chain, { user: from, contract: to, amount: 42n, salt });
  await chain.call({ ...how, from, to, fn: 'keep', args, gas: 600_000n });
}
