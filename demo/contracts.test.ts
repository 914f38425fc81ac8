import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openArtifactFolder } from '@/lib/artifacts/artifact-folder';
import { isRecord } from '@/lib/evm/is-record';
import { createLog } from '@/lib/log';
import ours from './artifacts/contracts.json' with { type: 'json' };
import { getArtifact, isArtifactName } from './contracts';

const abiFolder = new URL('./abi/', import.meta.url);
const sourceFolder = new URL('./contracts/', import.meta.url);

it('has one interface file for each of its contracts, equal to the artifact', () => {
  const files = readdirSync(abiFolder)
    .filter((file) => file.endsWith('.json') && file !== 'addresses.json')
    .sort();
  expect(files).toEqual(Object.keys(ours).map((name) => `${name}.json`));
  for (const file of files) {
    const name = file.replace(/\.json$/, '');
    const json: unknown = JSON.parse(readFileSync(new URL(file, abiFolder), 'utf8'));
    const abi = isRecord(json) ? json.abi : json;
    expect(isArtifactName(name) && getArtifact(name).abi).toEqual(abi);
  }
});

it('publishes the sources of its contracts as they are, but for hostile ones and those of tests', async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  const { artifacts } = await openArtifactFolder(fileURLToPath(abiFolder), log).read();
  for (const { name, path, sources, settings, compilerVersion, code } of artifacts) {
    const own = Object.entries(sources ?? {}).filter(([file]) => file.startsWith('contracts/'));
    expect(own.map(([file]) => file)).toContain(path);
    for (const [file, text] of own)
      expect(text, file).toBe(readFileSync(new URL(file.replace('contracts/', ''), sourceFolder), 'utf8'));
    expect({ settings, compilerVersion }, name).toMatchObject({
      settings: { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } },
      compilerVersion: '0.8.30+commit.73712a01',
    });
    // With the hash of its metadata, by which a match is an exact one.
    expect(code.exactHash, name).not.toBeNull();
  }
  const published = new Set(artifacts.map(({ name }) => name));
  expect(Object.keys(ours).filter((name) => !published.has(name))).toEqual([
    ...['BlackHoleToken', 'Bytes32Token', 'CallAggregator', 'FeeToken', 'HostProxy', 'HostileBalances'],
    ...['HugeNameToken', 'LogForge', 'OddNft', 'OddToken', 'PlainToken', 'QuietToken', 'RebasingToken'],
    'Stillborn',
  ]);
});

it('reads the host contracts from npm', () => {
  expect(getArtifact('FHEVMExecutor').bytecode.length).toBeGreaterThan(10_000);
  expect(isArtifactName('NoSuchContract')).toBe(false);
});
