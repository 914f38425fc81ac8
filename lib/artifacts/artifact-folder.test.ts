import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { provideFolder } from '@/test/support/provide';
import {
  BOX_SOURCES,
  type CompiledProject,
  compileProject,
  getCompiled,
  SOURCE_HEAD,
  writeFoundry,
  writeHardhat,
} from '@/test/support/solidity-project';
import { openArtifactFolder } from './artifact-folder';
import { indexArtifacts } from './artifact-index';

const log = createLog({ name: 'test', level: 'silent' });
const SOURCES = {
  ...BOX_SOURCES,
  'src/Lid.sol': `${SOURCE_HEAD}interface Lid { function open() external; }`,
};
const folder = provideFolder('astrolabe-artifacts-');
let project: CompiledProject;

beforeAll(() => {
  project = compileProject(SOURCES);
});

/** The runtime code as it stands on the chain: immutables set, libraries linked, a library's own address in it. */
function deploy(from: CompiledProject, name: string): Buffer {
  const { object, immutableReferences = {} } = getCompiled(from, name).evm.deployedBytecode;
  const code = Buffer.from(object.replace(/__\$[0-9a-f]{34}\$__/g, 'ab'.repeat(20)), 'hex');
  for (const { start, length } of Object.values(immutableReferences).flat())
    code.fill(7, start, start + length);
  if (name === 'Maths') code.fill(0xcd, 1, 21);
  return code;
}

const load = async (of: string) => indexArtifacts((await openArtifactFolder(of, log).read()).artifacts);

const FORMS = [
  ['Foundry', writeFoundry],
  ['Hardhat 2', (at: string, of: CompiledProject) => writeHardhat(at, of, 2)],
  ['Hardhat 3', (at: string, of: CompiledProject) => writeHardhat(at, of, 3)],
] as const;

test.each(FORMS)("%s's folder names deployed code, with its sources and settings", async (form, write) => {
  const index = await load(write(join(folder, form), project));
  for (const name of ['Maths', 'Box', 'Factory']) {
    const match = index.find(deploy(project, name));
    expect(match, name).toMatchObject({
      isExact: true,
      artifact: { name, path: `src/${name}.sol`, language: 'Solidity' },
    });
    expect(match?.artifact.compilerVersion).toMatch(/^0\.8\.\d+\+commit/);
    expect(match?.artifact.settings).toMatchObject({ optimizer: { enabled: true, runs: 200 } });
    expect(match?.artifact.sources?.[`src/${name}.sol`]).toBe(
      SOURCES[`src/${name}.sol` as keyof typeof SOURCES],
    );
  }
  expect(Object.keys(index.find(deploy(project, 'Factory'))?.artifact.sources ?? {}).sort()).toEqual(
    ['Box', 'Factory', 'Maths'].map((name) => `src/${name}.sol`),
  );
});

test('a remark changes the metadata alone: a partial match, also of what the contract creates', async () => {
  const remarked = compileProject({
    ...SOURCES,
    'src/Maths.sol': `${SOURCES['src/Maths.sol']}\n// a remark`,
  });
  const index = await load(writeFoundry(join(folder, 'remark'), remarked));
  for (const name of ['Box', 'Factory'])
    expect(index.find(deploy(project, name))).toMatchObject({ isExact: false, artifact: { name } });
  expect(index.find(deploy(remarked, 'Factory'))).toMatchObject({ isExact: true });
});

test('other code of the same size is no match', async () => {
  const index = await load(writeFoundry(join(folder, 'other'), project));
  const code = deploy(project, 'Box');
  code.writeUInt8(code.readUInt8(40) ^ 1, 40);
  expect(index.find(code)).toBeUndefined();
  expect(index.find(Buffer.alloc(0))).toBeUndefined();
  expect(index.find(deploy(project, 'Box').subarray(0, -60))).toBeUndefined();
});

test("Foundry's sources are the project's files as they were compiled, and never from outside", async () => {
  const [outside, at] = [join(folder, 'outside.sol'), join(folder, 'changed')];
  const escaping = compileProject({ '../outside.sol': `${SOURCE_HEAD}contract Fled { uint256 public a; }` });
  writeFoundry(at, escaping);
  expect((await load(join(at, 'out'))).find(deploy(escaping, 'Fled'))?.artifact).toMatchObject({
    name: 'Fled',
    sources: null,
  });
  expect(outside).toBe(join(at, '../outside.sol'));
  writeFoundry(at, project);
  writeFileSync(join(at, 'src/Box.sol'), 'contract Box {} // edited since');
  const index = await load(join(at, 'out'));
  expect(index.find(deploy(project, 'Box'))?.artifact.sources).toBeNull();
  expect(index.find(deploy(project, 'Maths'))?.artifact.sources).not.toBeNull();
  renameSync(join(at, 'src/Maths.sol'), join(folder, 'Maths.sol'));
  symlinkSync(join(folder, 'Maths.sol'), join(at, 'src/Maths.sol'));
  expect((await load(join(at, 'out'))).find(deploy(project, 'Maths'))?.artifact.sources).toBeNull();
});

test('a file that cannot be read is named once and skipped, and read again when it changes', async () => {
  const at = join(folder, 'broken');
  const out = writeFoundry(at, project);
  mkdirSync(join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), join(out, 'link'));
  writeFileSync(join(folder, 'elsewhere/Far.json'), '[]');
  writeFileSync(join(out, 'Half.json'), '{"abi": [');
  writeFileSync(join(out, 'List.json'), '{"list": []}');
  const warned: unknown[] = [];
  const noting = createLog({ name: 'test', level: 'silent' });
  noting.warn = (...given: unknown[]) => void warned.push(given);
  const opened = openArtifactFolder(out, noting);
  const before = await opened.read();
  expect(warned).toEqual([
    [{ file: join(out, 'Half.json') }, 'skipped a file of ABI_DIR: it is no whole JSON file'],
    [{ file: join(out, 'List.json') }, 'skipped a file of ABI_DIR: it holds no ABI'],
  ]);
  writeFileSync(join(out, 'Half.json'), JSON.stringify([{ type: 'function', name: 'whole', inputs: [] }]));
  const after = await opened.read();
  expect(after.items.length).toBe(before.items.length + 1);
  expect(warned).toHaveLength(2);
});

test('a compressed build info gives the sources, and one that unpacks to more than allowed is skipped', async () => {
  const out = writeHardhat(join(folder, 'compressed'), project, 3);
  const builds = join(out, 'build-info');
  for (const name of readdirSync(builds)) {
    writeFileSync(join(builds, `${name}.gz`), gzipSync(readFileSync(join(builds, name))));
    rmSync(join(builds, name));
  }
  writeFileSync(join(out, 'Bomb.json.gz'), gzipSync(Buffer.alloc(9 * 1024 * 1024, ' ')));
  writeFileSync(join(out, 'Plain.json.gz'), '{}');
  const warned: unknown[] = [];
  const noting = createLog({ name: 'test', level: 'silent' });
  noting.warn = (...given: unknown[]) => void warned.push(given);
  const index = indexArtifacts((await openArtifactFolder(out, noting).read()).artifacts);
  expect(index.find(deploy(project, 'Box'))).toMatchObject({
    isExact: true,
    artifact: { name: 'Box', sources: { 'src/Box.sol': SOURCES['src/Box.sol'] } },
  });
  expect(warned).toEqual([
    [{ file: join(out, 'Bomb.json.gz') }, 'skipped a file of ABI_DIR: it is larger than 8 MiB'],
    [{ file: join(out, 'Plain.json.gz') }, 'skipped a file of ABI_DIR: it is no whole JSON file'],
  ]);
});

test('a folder that cannot be read is said with the variable to correct', async () => {
  await expect(openArtifactFolder(join(folder, 'nowhere'), log).read()).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('ABI_DIR'),
  });
});

test("of a project's folder only what its tools build is read, with the sources beside it", async () => {
  const at = join(folder, 'both');
  mkdirSync(at);
  writeFileSync(join(at, 'hardhat.config.ts'), '');
  const opened = openArtifactFolder(at, log);
  expect((await opened.read()).artifacts).toEqual([]);
  const other = compileProject({
    'contracts/Lamp.sol': `${SOURCE_HEAD}contract Lamp { uint256 public watts; }`,
  });
  writeHardhat(at, other, 3);
  writeFoundry(at, project);
  renameSync(join(at, 'out'), join(at, 'build'));
  writeFileSync(join(at, 'foundry.toml'), "[profile.default]\nout = 'build'\n");
  mkdirSync(join(at, 'node_modules'));
  writeFileSync(join(at, 'node_modules/Other.json'), '{}');
  const { artifacts, items } = await opened.read();
  expect(artifacts.map(({ name }) => name).sort()).toEqual(['Box', 'Factory', 'Lamp', 'Maths']);
  expect(artifacts.every(({ sources }) => sources !== null)).toBe(true);
  expect(items.length).toBeGreaterThan(0);
  writeFileSync(join(at, 'foundry.toml'), "[profile.default]\nout = '../elsewhere'\n");
  expect((await opened.read()).artifacts.map(({ name }) => name)).toEqual(['Lamp']);
});
