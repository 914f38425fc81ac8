import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Compiles demo/contracts into demo/artifacts/contracts.json (ABI and creation code) and demo/abi (ABI only). The
// compiler and the libraries are of this folder's own package, installed here when missing.

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

const output = compile(readSources());
write(collect(output));

function readSources() {
  const files = readdirSync(contractsDir)
    .filter((file) => file.endsWith('.sol'))
    .sort();
  return Object.fromEntries(
    files.map((file) => [`contracts/${file}`, { content: readFileSync(join(contractsDir, file), 'utf8') }]),
  );
}

/** The compiler's output; prints its errors and exits when there are any. */
function compile(sources) {
  const solc = createRequire(import.meta.url)('solc');
  const outputs = { '*': ['abi', 'evm.bytecode.object'] };
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: Object.fromEntries(Object.keys(sources).map((source) => [source, outputs])),
    },
  };
  const result = JSON.parse(solc.compile(JSON.stringify(input), { import: readLibrary }));
  const problems = result.errors ?? [];
  for (const problem of problems) console.error(problem.formattedMessage);
  if (problems.some((problem) => problem.severity === 'error')) process.exit(1);
  return result;
}

function readLibrary(path) {
  const file = join(libraries, path);
  return existsSync(file) ? { contents: readFileSync(file, 'utf8') } : { error: `${path} is not installed` };
}

/** Deployable contracts by name; names are unique. */
function collect(result) {
  const contracts = new Map();
  for (const byName of Object.values(result.contracts)) {
    for (const [name, contract] of Object.entries(byName)) {
      const bytecode = contract.evm.bytecode.object;
      if (bytecode === '') continue;
      if (contracts.has(name)) throw new Error(`Two contracts are called ${name}.`);
      contracts.set(name, { abi: contract.abi, bytecode: `0x${bytecode}` });
    }
  }
  return new Map([...contracts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function write(contracts) {
  const artifactsDir = join(here, '..', 'artifacts');
  const abiDir = join(here, '..', 'abi');
  for (const folder of [artifactsDir, abiDir]) mkdirSync(folder, { recursive: true });
  // Deployed addresses are written by a test of the demo chain.
  for (const file of readdirSync(abiDir)) if (file !== 'addresses.json') rmSync(join(abiDir, file));
  const lines = [...contracts].map(
    ([name, contract]) => `${JSON.stringify(name)}: ${JSON.stringify(contract)}`,
  );
  writeFileSync(join(artifactsDir, 'contracts.json'), `{\n${lines.join(',\n')}\n}\n`);
  for (const [name, { abi }] of contracts) {
    writeFileSync(join(abiDir, `${name}.json`), `${JSON.stringify(abi, null, 2)}\n`);
  }
  for (const [name, { bytecode }] of contracts) console.log(name, (bytecode.length - 2) / 2, 'bytes');
}
