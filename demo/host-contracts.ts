import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  slice,
} from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DemoChain } from './chain';
import { type Artifact, type ArtifactName, getArtifact, type HostContractName } from './contracts';
import { DECRYPTION_CONTRACT, GATEWAY_CHAIN_ID, INPUT_VERIFICATION_CONTRACT } from './encryption';
import { GAS_PRICE } from './fees';
import type { Outcome } from './miner';
import { asHex } from './node-request';

/**
 * The account whose first contracts get the addresses compiled into the host contracts and into every application
 * built for chain 31337 (fhevm's public development deployer). The node sends in its name.
 */
const HOST_DEPLOYER = '0x8B8f5091f8b9817EF69cFC1E8B2f721BafF60DF4';

/** Host contracts by the nonce of HOST_DEPLOYER that creates them; nonce 2 was an implementation. */
const NONCES = {
  PauserSet: 0,
  ACL: 1,
  FHEVMExecutor: 3,
  KMSVerifier: 4,
  InputVerifier: 5,
  HCULimit: 6,
} as const;
const PROXIED = ['ACL', 'FHEVMExecutor', 'KMSVerifier', 'InputVerifier', 'HCULimit'] as const;

/** The address of a host contract on chain 31337. */
function hostAddressOf(name: HostContractName): Address {
  return getContractAddress({ from: HOST_DEPLOYER, nonce: BigInt(NONCES[name]) });
}

/**
 * Deploys Zama's host contracts as their own scripts do, by real transactions with the unmodified bytecode: empty
 * proxies first, since the contracts know each other's addresses, then the implementations.
 */
export async function deployHostContracts(chain: DemoChain): Promise<void> {
  const { request, accounts } = chain;
  await request('anvil_setBalance', [HOST_DEPLOYER, `0x${(10n ** 20n).toString(16)}`]);
  await request('anvil_impersonateAccount', [HOST_DEPLOYER]);
  await chain.deploy({ from: accounts.deployer, contract: 'EmptyHost' });
  await create(chain, getArtifact('PauserSet'));
  const data = chain.encode({ to: 'EmptyHost', fn: 'initialize', args: [HOST_DEPLOYER] });
  const proxy = { ...getArtifact('HostProxy'), args: [chain.addressOf('EmptyHost'), data] };
  await create(chain, proxy);
  await create(chain, getArtifact('EmptyHost'));
  for (let nonce = NONCES.FHEVMExecutor; nonce <= NONCES.HCULimit; nonce++) await create(chain, proxy);
  await chain.mine();
  for (const name of PROXIED) await putInImplementation(chain, name);
  const pauser = [accounts.deployer.address];
  const { abi } = getArtifact('PauserSet');
  const addPauser = encodeFunctionData({ abi, functionName: 'addPauser', args: pauser });
  await sendAsDeployer(chain, { to: hostAddressOf('PauserSet'), data: addPauser });
  chain.contracts.set('PauserSet', { artifact: 'PauserSet', address: hostAddressOf('PauserSet') });
  await chain.mine();
  await request('anvil_stopImpersonatingAccount', [HOST_DEPLOYER]);
}

async function putInImplementation(chain: DemoChain, name: (typeof PROXIED)[number]): Promise<void> {
  const { abi, bytecode } = getArtifact(name);
  const from = chain.accounts.deployer;
  const nonce = BigInt(await chain.nonceOf(from.address));
  await chain.send({ from, data: bytecode, gas: 9_000_000n });
  const implementation = getContractAddress({ from: from.address, nonce });
  const initialize = encodeFunctionData({
    abi,
    functionName: 'initializeFromEmptyProxy',
    args: initialisersOf(chain, name),
  });
  const args = [implementation, initialize];
  const data = encodeFunctionData({ abi, functionName: 'upgradeToAndCall', args });
  await sendAsDeployer(chain, { to: hostAddressOf(name), data });
  chain.contracts.set(name, { artifact: name, address: hostAddressOf(name) });
}

/** A call of a host contract; `as` is the artifact of its implementation where that is not the genuine one. */
export type HostCall = {
  host: (typeof PROXIED)[number];
  as?: ArtifactName;
  fn: string;
  args?: readonly unknown[];
  name?: string;
};

/** Mines a block with calls of the host contracts by their owner, in that order. */
export async function governHosts(chain: DemoChain, calls: readonly HostCall[]): Promise<void> {
  await chain.request('anvil_impersonateAccount', [HOST_DEPLOYER]);
  for (const { name, ...call } of calls)
    await sendAsDeployer(chain, { to: hostAddressOf(call.host), data: encodeHostCall(call), name });
  await chain.mine();
  await chain.request('anvil_stopImpersonatingAccount', [HOST_DEPLOYER]);
}

/** Sends a call of a host contract by an account of its own. */
export function callHost(
  chain: DemoChain,
  { name, ...call }: HostCall,
  { from, outcome = 'success' }: { from: PrivateKeyAccount; outcome?: Outcome },
): Promise<Hex> {
  const named = name === undefined ? {} : { name };
  return chain.send({ from, to: hostAddressOf(call.host), data: encodeHostCall(call), outcome, ...named });
}

function encodeHostCall({ host, as = host, fn, args = [] }: HostCall): Hex {
  return encodeFunctionData({ abi: getArtifact(as).abi, functionName: fn, args });
}

/**
 * Puts implementations of our own into the proxies, which do what versions 0.12 to 0.14 add and leave the rest to those
 * that were there. Their limits are at first the ones that were constants before.
 */
export async function upgradeHostContracts(chain: DemoChain): Promise<void> {
  const from = chain.accounts.deployer;
  await chain.deploy({ from, contract: 'ConfidentialBridge' });
  const bridge = chain.addressOf('ConfidentialBridge');
  const calls: HostCall[] = [];
  for (const { host, contract, more = [], data = '0x' } of [
    { host: 'HCULimit', contract: 'NewerHCULimit', data: encodeHostCall(FIRST_LIMITS) },
    { host: 'FHEVMExecutor', contract: 'NewerExecutor' },
    { host: 'ACL', contract: 'NewerACL', more: [bridge] },
  ] as const) {
    const former = await implementationOf(chain, host);
    await chain.deploy({ from, contract, args: [former, ...more] });
    const args = [chain.addressOf(contract), data];
    calls.push({ host, fn: 'upgradeToAndCall', args, name: `${host} upgraded` });
  }
  await chain.mine();
  await governHosts(chain, calls);
}

const FIRST_LIMITS: HostCall = {
  ...{ host: 'HCULimit', as: 'NewerHCULimit', fn: 'setLimits' },
  args: [2 ** 48 - 1, 20_000_000, 5_000_000],
};
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

async function implementationOf(chain: DemoChain, host: HostCall['host']): Promise<Address> {
  const stored = await chain.request('eth_getStorageAt', [
    hostAddressOf(host),
    IMPLEMENTATION_SLOT,
    'latest',
  ]);
  return getAddress(slice(asHex(stored), 12));
}

function initialisersOf(chain: DemoChain, name: (typeof PROXIED)[number]): readonly unknown[] {
  const { coprocessor, kms } = chain.accounts;
  if (name === 'KMSVerifier') return [DECRYPTION_CONTRACT, GATEWAY_CHAIN_ID, [kms.address], 1n];
  if (name === 'InputVerifier')
    return [INPUT_VERIFICATION_CONTRACT, GATEWAY_CHAIN_ID, [coprocessor.address], 1n];
  return [];
}

function create(chain: DemoChain, artifact: Artifact & { args?: readonly unknown[] }): Promise<void> {
  const { abi, bytecode, args = [] } = artifact;
  return sendAsDeployer(chain, { data: encodeDeployData({ abi, bytecode, args }) });
}

async function sendAsDeployer(
  chain: DemoChain,
  { name, ...call }: { to?: Address; data: Hex; name?: string | undefined },
): Promise<void> {
  const quantities = { gas: `0x${(3_000_000).toString(16)}`, gasPrice: `0x${GAS_PRICE.toString(16)}` };
  const transaction = { from: HOST_DEPLOYER, ...call, ...quantities };
  const hash = asHex(await chain.request('eth_sendTransaction', [transaction]));
  chain.track({ hash, outcome: 'success', name });
  if (name !== undefined) chain.notable.set(name, hash);
}
