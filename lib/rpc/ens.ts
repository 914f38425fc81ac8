import { type Abi, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem';
import { namehash, normalize } from 'viem/ens';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { fetchCall, type StateHeight } from './methods';

/** The registry of ENS is at the same address on Ethereum and its test networks. */
const REGISTRY = hexToBuffer('0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e');
const CHAINS: ReadonlySet<number> = new Set([1, 17_000, 560_048, 11_155_111]);
const ABI = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
]);
const CALL_GAS = 1_000_000n;
const MAX_NAME_LENGTH = 255;
const NO_ADDRESS = Buffer.alloc(20);

/** A registry of ENS after block `height`. */
export type Registry = Readonly<{ address: Buffer; height: StateHeight }>;

/** The ENS registry of a chain; undefined for a chain without one. */
export function findEnsRegistry(chainId: number): Buffer | undefined {
  return CHAINS.has(chainId) ? REGISTRY : undefined;
}

/**
 * The primary name of an address: its reverse record, if that is normalized and resolves to the address. Null for none,
 * undefined when the node returned an error. Names resolved off-chain (EIP-3668) count as none: only the node is
 * queried. Throws AppError `node_unreachable` or `node_answer`.
 */
export async function fetchEnsName(
  rpc: Rpc,
  registry: Registry,
  address: Buffer,
): Promise<string | null | undefined> {
  const { height } = registry;
  const reverse = namehash(`${address.toString('hex')}.addr.reverse`);
  const resolver = await callAddress({ rpc, to: registry.address, height }, 'resolver', reverse);
  if (!resolver) return resolver;
  const claimed = await callGetter({ rpc, to: resolver, height }, 'name', reverse);
  if (claimed === undefined) return undefined;
  const name = claimed === null ? undefined : normalizeName(claimed);
  // A name that is not normalized may impersonate another.
  if (name === undefined || name !== claimed) return null;
  const owner = await fetchEnsAddress(rpc, registry, name);
  if (owner === undefined) return undefined;
  return owner?.equals(address) ? name : null;
}

/** The address that a normalized name resolves to; null for none, undefined when the node returned an error. */
export async function fetchEnsAddress(
  rpc: Rpc,
  registry: Registry,
  name: string,
): Promise<Buffer | null | undefined> {
  const { height } = registry;
  const node = namehash(name);
  const resolver = await callAddress({ rpc, to: registry.address, height }, 'resolver', node);
  return resolver ? callAddress({ rpc, to: resolver, height }, 'addr', node) : resolver;
}

/** A name normalized by ENSIP-15; undefined for an invalid one. */
export function normalizeName(name: string): string | undefined {
  if (!name.includes('.') || name.length > MAX_NAME_LENGTH) return undefined;
  try {
    return normalize(name);
  } catch {
    return undefined;
  }
}

type ContractTarget = Readonly<{ rpc: Rpc; to: Buffer; height: StateHeight }>;
type Getter = 'resolver' | 'name' | 'addr';
type NameHash = `0x${string}`;

async function callAddress(
  target: ContractTarget,
  getter: Getter,
  node: NameHash,
): Promise<Buffer | null | undefined> {
  const answer = await callGetter(target, getter, node);
  if (typeof answer !== 'string') return answer;
  const address = hexToBuffer(answer);
  return address.equals(NO_ADDRESS) ? null : address;
}

/** Null when the contract does not return such a value. */
async function callGetter(
  { rpc, to, height }: ContractTarget,
  functionName: Getter,
  node: NameHash,
): Promise<string | null | undefined> {
  const data = hexToBuffer(encodeFunctionData({ abi: ABI, functionName, args: [node] }));
  const outcome = await fetchCall(rpc, { to, data, gas: CALL_GAS }, height);
  if (outcome.kind === 'refused') return undefined;
  return outcome.kind === 'returned' ? decodeText(functionName, outcome.output) : null;
}

function decodeText(functionName: Getter, output: Buffer): string | null {
  const abi: Abi = ABI;
  try {
    const value = decodeFunctionResult({ abi, functionName, data: bufferToHex(output) });
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
