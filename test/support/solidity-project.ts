import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const ranges = z.record(z.string(), z.array(z.object({ start: z.number(), length: z.number() })));
const code = z.looseObject({
  object: z.string(),
  linkReferences: z.record(z.string(), ranges),
  immutableReferences: ranges.optional(),
});
const contract = z.looseObject({
  abi: z.array(z.looseObject({ type: z.string() })),
  metadata: z.string(),
  evm: z.looseObject({ bytecode: code, deployedBytecode: code }),
});
const compilerOutput = z.looseObject({
  contracts: z.record(z.string(), z.record(z.string(), contract)).optional(),
  errors: z.array(z.looseObject({ severity: z.string(), formattedMessage: z.string() })).optional(),
});
type CompiledContract = z.output<typeof contract>;

/** A compiled project: contracts by path, then name. */
export type CompiledProject = Readonly<{
  input: object;
  sources: Readonly<Record<string, string>>;
  contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
}>;

const solc = z
  .object({
    compile: z.function({ input: [z.string()], output: z.string() }),
    version: z.function({ input: [], output: z.string() }),
  })
  .parse(createRequire(import.meta.url)('solc'));
const LONG_VERSION = solc.version().replace('.Emscripten.clang', '');
const [SHORT_VERSION = ''] = LONG_VERSION.split('+');

/** What a Solidity file starts with. */
export const SOURCE_HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n';
/** A library, a contract that calls it and has an immutable, and a factory of such contracts. */
export const BOX_SOURCES = {
  'src/Maths.sol': `${SOURCE_HEAD}library Maths { function twice(uint256 x) external pure returns (uint256) { return 2 * x; } }`,
  'src/Box.sol': `${SOURCE_HEAD}import "./Maths.sol";
contract Box {
  uint256 public immutable limit; uint256 public held;
  constructor(uint256 most) { limit = most; }
  function holdTwice(uint256 what) external { require(what < limit); held = Maths.twice(what); }
}`,
  'src/Factory.sol': `${SOURCE_HEAD}import "./Box.sol";
contract Factory {
  address public first;
  function makeBox(uint256 most) external { first = address(new Box(most)); }
}`,
};

/** Compiles sources, text by path, with the compiler that comes with the product. */
export function compileProject(
  sources: Readonly<Record<string, string>>,
  settings: object = {},
): CompiledProject {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      ...settings,
      outputSelection: { '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode'] } },
    },
  };
  const { contracts = {}, errors = [] } = compilerOutput.parse(
    JSON.parse(solc.compile(JSON.stringify(input))),
  );
  const failure = errors.find(({ severity }) => severity === 'error');
  if (failure) throw new Error(failure.formattedMessage);
  return { input, sources, contracts };
}

/** A contract of the project. Throws when there is none. */
export function getCompiled({ contracts }: CompiledProject, name: string): CompiledContract {
  const found = Object.values(contracts).flatMap((byName) => byName[name] ?? [])[0];
  if (!found) throw new Error(`the project has no contract ${name}`);
  return found;
}

/** Writes the project as `forge build` 1.7 leaves it: the sources and `out`, which this returns. */
export function writeFoundry(folder: string, project: CompiledProject): string {
  const out = join(folder, 'out');
  rmSync(out, { recursive: true, force: true });
  write(join(folder, 'foundry.toml'), '[profile.default]\n');
  for (const [path, text] of Object.entries(project.sources)) write(join(folder, path), text);
  eachContract(project, (path, name, { abi, metadata, evm }) =>
    writeJson(join(out, path.replace(/^.*\//, ''), `${name}.json`), {
      abi,
      bytecode: prefix(evm.bytecode),
      deployedBytecode: prefix(evm.deployedBytecode),
      methodIdentifiers: {},
      rawMetadata: metadata,
      metadata: JSON.parse(metadata),
      id: 0,
    }),
  );
  writeJson(join(out, 'build-info', '6b3e343ca163a63f.json'), {
    id: '6b3e343ca163a63f',
    source_id_to_path: Object.fromEntries(Object.keys(project.sources).entries()),
    language: 'Solidity',
  });
  return out;
}

/** Writes the project's `artifacts` as Hardhat 2.26 or 3 does, and returns that folder. */
export function writeHardhat(folder: string, project: CompiledProject, major: 2 | 3): string {
  const artifacts = join(folder, 'artifacts');
  rmSync(artifacts, { recursive: true, force: true });
  const hash = createHash('md5').update(JSON.stringify(project.input)).digest('hex');
  const id = major === 2 ? hash : `solc-${SHORT_VERSION.replaceAll('.', '_')}-${hash}`;
  eachContract(project, (path, name, { abi, evm }) => {
    const { bytecode, deployedBytecode } = evm;
    const file = join(artifacts, path, `${name}.json`);
    writeJson(file, {
      _format: major === 2 ? 'hh-sol-artifact-1' : 'hh3-artifact-1',
      contractName: name,
      sourceName: path,
      abi,
      bytecode: `0x${bytecode.object}`,
      deployedBytecode: `0x${deployedBytecode.object}`,
      linkReferences: bytecode.linkReferences,
      deployedLinkReferences: deployedBytecode.linkReferences,
      ...(major === 3 && {
        immutableReferences: deployedBytecode.immutableReferences ?? {},
        inputSourceName: path,
        buildInfoId: id,
      }),
    });
    const buildInfo = `../../build-info/${id}.json`;
    if (major === 2) writeJson(file.replace(/json$/, 'dbg.json'), { _format: 'hh-sol-dbg-1', buildInfo });
  });
  const output = { contracts: project.contracts, sources: {} };
  const common = { id, solcVersion: SHORT_VERSION, solcLongVersion: LONG_VERSION, input: project.input };
  const build = join(artifacts, 'build-info', id);
  if (major === 2) {
    writeJson(`${build}.json`, { ...common, _format: 'hh-sol-build-info-1', output });
  } else {
    writeJson(`${build}.json`, { ...common, _format: 'hh3-sol-build-info-1', userSourceNameMap: {} });
    writeJson(`${build}.output.json`, { _format: 'hh3-sol-build-info-output-1', id, output });
  }
  return artifacts;
}

function eachContract(
  { contracts }: CompiledProject,
  visit: (path: string, name: string, contract: CompiledContract) => void,
): void {
  for (const [path, byName] of Object.entries(contracts)) {
    for (const [name, compiled] of Object.entries(byName)) visit(path, name, compiled);
  }
}

function prefix({ object, ...rest }: CompiledContract['evm']['bytecode']): object {
  return { object: `0x${object}`, ...rest };
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function writeJson(file: string, value: unknown): void {
  write(file, JSON.stringify(value));
}
