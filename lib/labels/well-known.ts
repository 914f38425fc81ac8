import { hexToBuffer } from '@/lib/evm/hex';
import { type FheDeployment, listHostContracts } from '@/lib/fhe/deployments';
import type { AddressLabel } from './label';
import published from './well-known.json';

/** Contracts that are at the same address on every chain where they are, because it follows from their code. */
const ANYWHERE: Readonly<Record<string, string>> = {
  '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02': 'Beacon Roots (EIP-4788)',
  '0x0000F90827F1C53a10cb7A02335B175320002935': 'Block Hash History (EIP-2935)',
  '0x00000961Ef480Eb55e80D19ad83579A64c007002': 'Withdrawal Requests (EIP-7002)',
  '0x0000BBdDc7CE488642fb579F8B00f3a590007251': 'Consolidation Requests (EIP-7251)',
  '0x0000bFF46984e3725691FA540a8C7589300D8282': 'Builder Deposit Requests (EIP-8282)',
  '0x000064D678505ad48F8cCb093BC65613800E8282': 'Builder Exit Requests (EIP-8282)',
  '0x1820a4B7618BdE71Dce8cdc73aAB6C95905faD24': 'ERC-1820 Registry',
  '0x4e59b44847b379578588920cA78FbF26c0B4956C': 'Deterministic Deployment Proxy',
  '0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed': 'CreateX',
  '0x000000000022D473030F116dDEE9F6B43aC78BA3': 'Permit2',
  '0xcA11bde05977b3631167028862bE2a173976CA11': 'Multicall3',
  '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789': 'EntryPoint 0.6 (ERC-4337)',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032': 'EntryPoint 0.7 (ERC-4337)',
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108': 'EntryPoint 0.8 (ERC-4337)',
  '0x000000000000AAeB6D7670E522A718067333cd4E': 'Operator Filter Registry',
  '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC': 'Seaport 1.5',
  '0x0000000000000068F116a894984e2DB1123eB395': 'Seaport 1.6',
};
/** No contract: the caller of system contracts (EIP-4788), and the emitter of logs of native transfers (EIP-7708). */
const SYSTEM_ADDRESS = '0xfffffffffffffffffffffffffffffffffffffffe';
const DEPOSIT_CONTRACTS: ReadonlyMap<number, string> = new Map([
  [1, '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
  [17_000, '0x4242424242424242424242424242424242424242'],
  [560_048, '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
  [11_155_111, '0x7f02C3E3c98b133055B8B348B2Ac625669Ed295D'],
]);

const SOURCES: readonly string[] = published.sources;
const DEPLOYMENTS: Readonly<Record<string, Readonly<Record<string, readonly (string | number)[]>>>> =
  published.labels;
const WRAPPED: Readonly<Record<string, string>> = published.wrapped;

/** The token that is the coin of a chain one for one, such as WETH, by the address book of Uniswap's router; undefined without. */
export function findWrappedCoin(chainId: number): Buffer | undefined {
  const address = WRAPPED[chainId];
  return address === undefined ? undefined : hexToBuffer(address);
}

/**
 * Names of system contracts and well-known deployments on a chain, each with the book it comes from; the later ones win.
 * The books are npm packages of the projects themselves: `node scripts/well-known-labels.mjs` reads them.
 */
export function listWellKnownLabels(chainId: number): AddressLabel[] {
  const deposit = DEPOSIT_CONTRACTS.get(chainId);
  return [
    ...Object.entries(DEPLOYMENTS[chainId] ?? {}).map(([address, [name, source]]) =>
      toLabel(address, String(name), SOURCES[Number(source)] ?? 'unknown'),
    ),
    ...Object.entries(ANYWHERE).map(([address, name]) => toLabel(address, name, 'deterministic address')),
    toLabel(SYSTEM_ADDRESS, 'System address', 'execution specification'),
    ...(deposit === undefined
      ? []
      : [toLabel(deposit, 'Beacon Deposit Contract', 'consensus specification')]),
  ];
}

/** Names of the host contracts of fhEVM deployments: those of the first one without the name of the deployment. */
export function listHostLabels(deployments: readonly FheDeployment[]): AddressLabel[] {
  const [main] = deployments;
  return listHostContracts(deployments).map(({ address, kind, deployment }) =>
    toLabel(address, deployment === main ? `fhEVM: ${kind}` : `fhEVM, ${deployment.name}: ${kind}`, 'fhEVM'),
  );
}

function toLabel(address: string, name: string, source: string): AddressLabel {
  return { address: hexToBuffer(address), name, tags: [], url: null, source };
}
