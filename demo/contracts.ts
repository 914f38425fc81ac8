import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';
import { AppError } from '@/lib/errors';
import ours from './artifacts/contracts.json' with { type: 'json' };

export type Artifact = { abi: Abi; bytecode: Hex };
const HOST_FOLDERS = {
  ACL: 'ACL',
  FHEVMExecutor: 'FHEVMExecutor',
  HCULimit: 'HCULimit',
  InputVerifier: 'InputVerifier',
  KMSVerifier: 'KMSVerifier',
  PauserSet: 'immutable/PauserSet',
} as const;

export type ContractName = keyof typeof ours;
/** A contract of Zama's @fhevm/host-contracts. */
export type HostContractName = keyof typeof HOST_FOLDERS;
export type ArtifactName = ContractName | HostContractName;

const parsed = new Map<ArtifactName, Artifact>();

export function isArtifactName(name: string): name is ArtifactName {
  return isHostContractName(name) || Object.hasOwn(ours, name);
}

/**
 * One of our contracts, compiled by `npm run demo:compile`, or a host contract as published on npm, for which it
 * throws AppError `config` when that package is not installed.
 */
export function getArtifact(name: ArtifactName): Artifact {
  const known = parsed.get(name);
  if (known) return known;
  const artifact = parseArtifact(isHostContractName(name) ? readHostArtifact(name) : ours[name], name);
  parsed.set(name, artifact);
  return artifact;
}

function isHostContractName(name: string): name is HostContractName {
  return Object.hasOwn(HOST_FOLDERS, name);
}

function readHostArtifact(name: HostContractName): unknown {
  const path = `@fhevm/host-contracts/artifacts/contracts/${HOST_FOLDERS[name]}.sol/${name}.json`;
  try {
    return JSON.parse(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8'));
  } catch (cause) {
    throw new AppError(
      'config',
      'The demo chain needs the package @fhevm/host-contracts: install with optional packages, or set RPC_URL to index another chain.',
      { cause },
    );
  }
}

function parseArtifact(json: unknown, name: string): Artifact {
  if (typeof json === 'object' && json !== null && 'abi' in json && 'bytecode' in json) {
    const { abi, bytecode } = json;
    if (isAbi(abi) && isHex(bytecode)) return { abi, bytecode };
  }
  throw new TypeError(`The artifact of ${name} is not of the expected form.`);
}

function isAbi(value: unknown): value is Abi {
  const isItem = (item: unknown) => typeof item === 'object' && item !== null && 'type' in item;
  return Array.isArray(value) && value.every(isItem);
}

function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value);
}
