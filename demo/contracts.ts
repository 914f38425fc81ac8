import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Abi, Hex } from 'viem';
import ours from './artifacts/contracts.json' with { type: 'json' };

/** What is needed to deploy a contract and to call it. */
export type Artifact = { abi: Abi; bytecode: Hex };
/** A contract of demo/contracts. */
export type ContractName = keyof typeof ours;
/** A contract of Zama's @fhevm/host-contracts. */
export type HostContractName =
  | 'ACL'
  | 'FHEVMExecutor'
  | 'HCULimit'
  | 'InputVerifier'
  | 'KMSVerifier'
  | 'PauserSet';

/** One of our own contracts, compiled by `npm run demo:compile`. */
export function getArtifact(name: ContractName): Artifact {
  return parseArtifact(ours[name], name);
}

/** A host contract exactly as npm delivers it. Throws when the development dependency is not installed. */
export function readHostArtifact(name: HostContractName): Artifact {
  const folder = name === 'PauserSet' ? 'immutable/PauserSet' : name;
  const path = `@fhevm/host-contracts/artifacts/contracts/${folder}.sol/${name}.json`;
  const file = createRequire(import.meta.url).resolve(path);
  return parseArtifact(JSON.parse(readFileSync(file, 'utf8')), name);
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
