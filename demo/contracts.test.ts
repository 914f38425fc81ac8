import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import ours from './artifacts/contracts.json' with { type: 'json' };
import { getArtifact, isArtifactName } from './contracts';

const abiFolder = new URL('./abi/', import.meta.url);

it('has one interface file for each of its contracts, equal to the artifact', () => {
  const files = readdirSync(abiFolder)
    .filter((file) => file !== 'addresses.json')
    .sort();
  expect(files).toEqual(Object.keys(ours).map((name) => `${name}.json`));
  for (const file of files) {
    const name = file.replace(/\.json$/, '');
    const abi: unknown = JSON.parse(readFileSync(new URL(file, abiFolder), 'utf8'));
    expect(isArtifactName(name) && getArtifact(name).abi).toEqual(abi);
  }
});

it('reads the host contracts from npm', () => {
  expect(getArtifact('FHEVMExecutor').bytecode.length).toBeGreaterThan(10_000);
  expect(isArtifactName('NoSuchContract')).toBe(false);
});
