import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

// Compiles demo/contracts into demo/artifacts/contracts.json (ABI and creation code) and demo/abi: artifacts as
// Hardhat's, with the sources and settings in build-info, by which the explorer verifies the contracts of the demo chain.
// The compiler and the libraries are of this folder's own package, installed here when missing.

/**
 * Only their ABIs are published. Nobody vouches for a hostile token, so the demo chain has contracts that are not
 * verified; a proxy is called by the host contract that it stands for; the others are not on that chain.
 */
const UNPUBLISHED = /^contracts\/(Hostile|Balances)\.sol:|:(HostProxy|Stillborn)$/;
const BUILD = 'demo';

const here = dirname(fileURLToPath(import.meta.url));
const contractsDir = join(here, '..', 'contracts');
const libraries = join(here, 'node_modules');

if (!existsSync(join(libraries, 'solc'))) {
  execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

const solc = createRequire(import.meta.url)('solc');
const sources = readSources();
const settings = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 } };
const output = compile();
write(collect());

function readSources() {
  const files = readdirSync(contractsDir)
    .filter((file) => file.endsWith('.sol'))
    .sort();
  return Object.fromEntries(
    files.map((file) => [`contracts/${file}`, { content: readFileSync(join(contractsDir, file), 'utf8') }]),
  );
}

/** The compiler's output; prints its errors and exits when there are any. Adds the files of libraries to the sources. */
function compile() {
  const code = ['object', 'immutableReferences'].map((part) => `evm.deployedBytecode.${part}`);
  const outputs = { '*': ['abi', 'metadata', 'storageLayout', 'evm.bytecode.object', ...code] };
  const outputSelection = Object.fromEntries(Object.keys(sources).map((source) => [source, outputs]));
  const input = { language: 'Solidity', sources, settings: { ...settings, outputSelection } };
  const result = JSON.parse(solc.compile(JSON.stringify(input), { import: readLibrary }));
  const problems = result.errors ?? [];
  for (const problem of problems) console.error(problem.formattedMessage);
  if (problems.some((problem) => problem.severity === 'error')) process.exit(1);
  return result;
}

function readLibrary(path) {
  const file = join(libraries, path);
  if (!existsSync(file)) return { error: `${path} is not installed` };
  const contents = readFileSync(file, 'utf8');
  sources[path] = { content: contents };
  return { contents };
}

/** Deployable contracts by name, with their paths; names are unique. */
function collect() {
  const contracts = new Map();
  for (const [path, byName] of Object.entries(output.contracts)) {
    for (const [name, contract] of Object.entries(byName)) {
      if (contract.evm.bytecode.object === '') continue;
      if (contracts.has(name)) throw new Error(`Two contracts are called ${name}.`);
      contracts.set(name, { ...contract, path });
    }
  }
  return new Map([...contracts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function write(contracts) {
  const artifactsDir = join(here, '..', 'artifacts');
  const abiDir = join(here, '..', 'abi');
  for (const folder of [artifactsDir, join(abiDir, 'build-info')]) mkdirSync(folder, { recursive: true });
  // Deployed addresses are written by a test of the demo chain.
  for (const file of readdirSync(abiDir))
    if (file.endsWith('.json') && file !== 'addresses.json') rmSync(join(abiDir, file));
  const lines = [...contracts].map(
    ([name, { abi, evm }]) =>
      `${JSON.stringify(name)}: ${JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` })}`,
  );
  writeFileSync(join(artifactsDir, 'contracts.json'), `{\n${lines.join(',\n')}\n}\n`);
  for (const [name, contract] of contracts)
    writeFileSync(join(abiDir, `${name}.json`), `${JSON.stringify(toArtifact(name, contract))}\n`);
  const published = [...contracts].filter(([name, { path }]) => isPublished(name, path));
  writeFileSync(
    join(abiDir, 'build-info', `${BUILD}.json.gz`),
    gzipSync(JSON.stringify(toBuildInfo(published)), { level: 9 }),
  );
  for (const [name, { evm }] of contracts) console.log(name, evm.bytecode.object.length / 2, 'bytes');
}

function isPublished(name, path) {
  return !UNPUBLISHED.test(`${path}:${name}`);
}

function toArtifact(name, { path, abi, evm }) {
  if (!isPublished(name, path)) return abi;
  const deployedBytecode = `0x${evm.deployedBytecode.object}`;
  return { contractName: name, sourceName: path, buildInfoId: BUILD, abi, deployedBytecode };
}

/** The input of the compiler, with the sources of these contracts, and what the artifacts leave out of its output. */
function toBuildInfo(published) {
  const contracts = {};
  const used = new Set();
  for (const [name, { path, metadata, storageLayout, evm }] of published) {
    const { immutableReferences } = evm.deployedBytecode;
    contracts[path] ??= {};
    contracts[path][name] = { metadata, storageLayout, evm: { deployedBytecode: { immutableReferences } } };
    for (const source of Object.keys(JSON.parse(metadata).sources)) used.add(source);
  }
  const texts = Object.fromEntries(Object.entries(sources).filter(([path]) => used.has(path)));
  return {
    solcLongVersion: solc.version().replace('.Emscripten.clang', ''),
    input: { language: 'Solidity', sources: texts, settings },
    output: { contracts },
  };
}
