import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openArtifactFolder } from '@/lib/artifacts/artifact-folder';
import { indexArtifacts } from '@/lib/artifacts/artifact-index';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { openCompilers } from '@/lib/verification/compilers';
import { TEST_CHAIN_ID, TEST_KEY, type TestApi } from '../support/api-harness';
import { address, insert } from '../support/api-rows';
import { ROOT } from '../support/programs';
import { createVerifyingApi } from '../support/verifying-api';

/** Clients that verify contracts, from the registry: they are too large to be dependencies. */
const PACKAGES = {
  forge: ['@foundry-rs/forge@1.7.1'],
  hardhat: ['hardhat@2.26.3', '@nomicfoundation/hardhat-verify@2.1.3'],
  // Of Hardhat 3, which requires a newer Node than we do: its client of Sourcify alone.
  'hardhat-sourcify': ['@nomicfoundation/hardhat-verify@3.1.1', '--legacy-peer-deps'],
};
/** forge demands a key where none is needed. */
const MADE_UP = 'verifyContract';
const INSTALL_MS = 300_000;
const [FORGED, BUILT, SOURCIFIED, THIRD] = [address(21), address(22), address(23), address(24)];
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./Lid.sol";
contract Box is Lid { uint256 public held; function hold(uint256 what) external { held = what; } }`;
const LID = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract Lid { bool public open; }';
/** The compiler of this repository as the program that the clients expect, since they would fetch one. */
const SOLC = `#!/usr/bin/env node
const solc = require(${JSON.stringify(`${ROOT}node_modules/solc`)});
if (process.argv.includes('--version')) {
  console.log('solc, the solidity compiler commandline interface');
  console.log('Version: ' + solc.version().replace('Emscripten.clang', 'Linux.g++'));
} else console.log(solc.compile(require('node:fs').readFileSync(0, 'utf8')));
`;
const VERSION = z
  .object({ version: z.function({ input: [], output: z.string() }) })
  .parse(createRequire(import.meta.url)('solc'))
  .version()
  .replace('.Emscripten.clang', '');
const SHORT_VERSION = VERSION.split('+')[0];

let folder: string;
let api: TestApi;
let url: string;
let stopServer: () => Promise<void>;
let node: Server;
let nodeUrl: string;
let stop: (() => Promise<void>) | undefined;
const codes = new Map<string, Buffer>();
const codeOf = (wanted: Buffer) => codes.get(wanted.toString('hex')) ?? Buffer.alloc(0);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'astrolabe-verify-'));
  ({ api, stop } = await createVerifyingApi({ folder, codeOf }));
  ({ url, stop: stopServer } = await api.listen());
  node = createServer(answerNode);
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  nodeUrl = `http://127.0.0.1:${portOf(node)}`;
  await insert.block(api.db, 0);
  // where forge installs compilers
  const installed = join(folder, `.svm/${SHORT_VERSION}`);
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, `solc-${SHORT_VERSION}`), SOLC);
  chmodSync(join(installed, `solc-${SHORT_VERSION}`), 0o755);
});
afterAll(async () => {
  node?.close();
  await stopServer?.();
  await stop?.();
  rmSync(folder, { recursive: true, force: true });
});

const rpcRequest = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).optional() });

/** The node that hardhat reads codes from. */
async function answerNode(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { id, method, params = [] } = rpcRequest.parse(JSON.parse(await readText(request)));
  const code = codes.get(String(params[0]).slice(2).toLowerCase());
  const results: Record<string, unknown> = {
    eth_chainId: `0x${TEST_CHAIN_ID.toString(16)}`,
    net_version: String(TEST_CHAIN_ID),
    eth_getCode: code === undefined ? '0x' : `0x${code.toString('hex')}`,
  };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? null }));
}

/**
 * forge looks its compiler up in a list of solidity's site, whatever it is told: here is one with the compiler of this
 * repository, behind a proxy. Returns the environment that leads there.
 */
async function openCompilerList(): Promise<Record<string, string>> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = [
    '-subj',
    '/CN=binaries.soliditylang.org',
    '-addext',
    'subjectAltName=DNS:binaries.soliditylang.org',
    '-addext',
    'basicConstraints=CA:FALSE',
  ];
  const made = await run(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '1',
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { cwd: folder },
  );
  expect(made.code, made.output).toBe(0);
  const site = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, response) =>
    response.end(`soljson-v${VERSION}.js\n`),
  );
  const proxy = createServer().on('connect', (_, socket: Duplex) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    site.emit('connection', socket);
  });
  proxy.listen(0, '127.0.0.1').unref();
  await once(proxy, 'listening');
  return { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`, NO_PROXY: '127.0.0.1', SSL_CERT_FILE: cert };
}

function portOf(server: Server): number {
  const bound = server.address();
  return bound !== null && typeof bound === 'object' ? bound.port : 0;
}

/** Runs a program to its end; its output. */
async function run(
  program: string,
  args: readonly string[],
  { cwd, environment = {} }: { cwd: string; environment?: Record<string, string> },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, [...args], {
    cwd,
    env: {
      ...{ NODE_ENV: 'test', PATH: process.env.PATH, HOME: folder, CI: 'true' },
      ...{ HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', ...environment },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

async function install(name: keyof typeof PACKAGES, config: Record<string, string>): Promise<string> {
  const project = join(folder, name);
  for (const path of ['src', 'contracts']) mkdirSync(join(project, path), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"project","private":true}');
  for (const [path, text] of Object.entries(config)) writeFileSync(join(project, path), text);
  const npm = await run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES[name]],
    { cwd: project },
  );
  expect(npm.code, npm.output).toBe(0);
  return project;
}

/** Makes a built contract one of the chain, at an address. */
async function deploy(contract: Buffer, code: string, creation: string): Promise<void> {
  codes.set(contract.toString('hex'), hexToBuffer(code));
  await insert.address(api.db, { address: contract, is_contract: true, proxy_status: 'read' });
  await insert.transaction(
    api.db,
    { block: 0, index: codes.size - 1 },
    { created_contract: contract, to_address: null, input: hexToBuffer(creation) },
  );
}

/** What the artifacts of a tool say of deployed code. */
async function recognize(artifacts: string, code: string) {
  const opened = openArtifactFolder(artifacts, createLog({ name: 'test', level: 'silent' }));
  return indexArtifacts((await opened.read()).artifacts).find(hexToBuffer(code));
}

const recognized = (sources: string) => ({
  isExact: true,
  artifact: expect.objectContaining({
    name: 'Box',
    path: `${sources}/Box.sol`,
    sources: { [`${sources}/Box.sol`]: SOURCE, [`${sources}/Lid.sol`]: LID },
  }),
});

const read = async (contract: Buffer) =>
  (await api.get(`/api/v2/smart-contracts/${bufferToAddress(contract)}`)).body;
const bytecode = z.object({ object: z.string() });

test(
  'forge verify-contract',
  async () => {
    const project = await install('forge', {
      'foundry.toml': `[profile.default]\nsrc = "src"\nsolc = "${SHORT_VERSION}"\noffline = true\nevm_version = "paris"\n`,
      'src/Box.sol': SOURCE,
      'src/Lid.sol': LID,
    });
    const forge = join(
      project,
      `node_modules/@foundry-rs/forge-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}/bin/forge`,
    );
    const build = await run(forge, ['build'], { cwd: project });
    expect(build.code, build.output).toBe(0);
    const built = z
      .object({ bytecode, deployedBytecode: bytecode })
      .parse(JSON.parse(readFileSync(join(project, 'out/Box.sol/Box.json'), 'utf8')));
    await deploy(FORGED, built.deployedBytecode.object, built.bytecode.object);
    expect(await recognize(join(project, 'out'), built.deployedBytecode.object)).toEqual(recognized('src'));
    const verified = await run(
      forge,
      [
        ...['verify-contract', bufferToAddress(FORGED), 'src/Box.sol:Box', '--chain', String(TEST_CHAIN_ID)],
        ...['--verifier', 'custom', '--verifier-url', `${url}/api`, '--verifier-api-key', MADE_UP],
        ...['--compiler-version', `v${VERSION}`, '--watch', '--retries', '1', '--delay', '2'],
      ],
      { cwd: project, environment: await openCompilerList() },
    );
    expect(verified.output).toMatch(/successfully verified/i);
    expect(verified.code, verified.output).toBe(0);
    expect(await read(FORGED)).toMatchObject({ name: 'Box', is_fully_verified: true });

    await deploy(SOURCIFIED, built.deployedBytecode.object, built.bytecode.object);
    const verifyBySourcify = async () =>
      run(
        forge,
        [
          ...['verify-contract', bufferToAddress(SOURCIFIED), 'src/Box.sol:Box'],
          ...['--chain', String(TEST_CHAIN_ID), '--verifier', 'sourcify', '--verifier-url', url],
          ...['--compiler-version', `v${VERSION}`, '--watch', '--retries', '1', '--delay', '2'],
        ],
        { cwd: project, environment: await openCompilerList() },
      );
    const sourcified = await verifyBySourcify();
    expect(sourcified.output).toMatch(/successfully verified/i);
    expect(sourcified.code, sourcified.output).toBe(0);
    expect(await read(SOURCIFIED)).toMatchObject({ name: 'Box', is_fully_verified: true });
    expect((await verifyBySourcify()).output).toMatch(/already fully verified/i);
  },
  INSTALL_MS,
);

test(
  'hardhat verify',
  async () => {
    const chain = {
      network: 'tested',
      chainId: TEST_CHAIN_ID,
      urls: { apiURL: `${url}/api`, browserURL: url },
    };
    const project = await install('hardhat', {
      'hardhat.config.js': `
require('@nomicfoundation/hardhat-verify');
const { subtask } = require('hardhat/config');
const names = require('hardhat/builtin-tasks/task-names');
subtask(names.TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => ({
  compilerPath: ${JSON.stringify(`${ROOT}node_modules/solc/soljson.js`)},
  isSolcJs: true,
  version: ${JSON.stringify(SHORT_VERSION)},
  longVersion: ${JSON.stringify(VERSION)},
}));
module.exports = {
  solidity: { version: ${JSON.stringify(SHORT_VERSION)}, settings: { evmVersion: 'paris' } },
  networks: { tested: { url: '${nodeUrl}', chainId: ${TEST_CHAIN_ID} } },
  etherscan: { apiKey: { tested: ${JSON.stringify(TEST_KEY)} }, customChains: [${JSON.stringify(chain)}] },
  sourcify: { enabled: false },
};`,
      'contracts/Box.sol': SOURCE,
      'contracts/Lid.sol': LID,
    });
    const hardhat = join(project, 'node_modules/.bin/hardhat');
    const build = await run(hardhat, ['compile'], { cwd: project });
    expect(build.code, build.output).toBe(0);
    const built = z
      .object({ bytecode: z.string(), deployedBytecode: z.string() })
      .parse(JSON.parse(readFileSync(join(project, 'artifacts/contracts/Box.sol/Box.json'), 'utf8')));
    await deploy(BUILT, built.deployedBytecode, built.bytecode);
    const found = await recognize(join(project, 'artifacts'), built.deployedBytecode);
    expect(found).toEqual(recognized('contracts'));
    const verified = await run(hardhat, ['verify', '--network', 'tested', bufferToAddress(BUILT)], {
      cwd: project,
    });
    expect(verified.output).toMatch(/successfully verified/i);
    expect(verified.code, verified.output).toBe(0);
    expect(await read(BUILT)).toMatchObject({ name: 'Box', is_fully_verified: true });
  },
  INSTALL_MS,
);

/** Verifies as the task of Hardhat 3 does, and prints what it would say. */
const SOURCIFY_SCRIPT = `
import { readFileSync } from 'node:fs';
import { Sourcify } from './node_modules/@nomicfoundation/hardhat-verify/dist/src/internal/sourcify.js';
const { apiUrl, chainId, ...request } = JSON.parse(readFileSync('request.json', 'utf8'));
const client = new Sourcify({ chainId, apiUrl });
const before = await client.isVerified(request.contractAddress);
const id = await client.verify(request);
const status = await client.pollVerificationStatus(id, request.contractAddress, request.contractName);
const again = await client.verify(request).catch((error) => error.message);
console.log(JSON.stringify({ before, status, after: await client.isVerified(request.contractAddress), again }));
`;

test(
  'the client of Sourcify in hardhat-verify 3',
  async () => {
    const compilerInput = {
      language: 'Solidity',
      sources: { 'a/Box.sol': { content: SOURCE }, 'a/Lid.sol': { content: LID } },
      settings: { evmVersion: 'paris' },
    };
    const wanted = { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } };
    const compiled = spawnSync(
      process.execPath,
      ['-e', "process.stdout.write(require('solc').compile(require('fs').readFileSync(0, 'utf8')))"],
      {
        cwd: ROOT,
        encoding: 'utf8',
        input: JSON.stringify({
          ...compilerInput,
          settings: { evmVersion: 'paris', outputSelection: wanted },
        }),
      },
    );
    const { evm } = z
      .object({ evm: z.object({ bytecode, deployedBytecode: bytecode }) })
      .parse(JSON.parse(compiled.stdout).contracts['a/Box.sol'].Box);
    await deploy(THIRD, `0x${evm.deployedBytecode.object}`, `0x${evm.bytecode.object}`);
    const request = {
      ...{ apiUrl: url, chainId: TEST_CHAIN_ID, contractAddress: bufferToAddress(THIRD) },
      ...{ compilerInput, compilerVersion: VERSION, contractName: 'a/Box.sol:Box' },
    };
    const project = await install('hardhat-sourcify', {
      'request.json': JSON.stringify(request),
      'verify.mjs': SOURCIFY_SCRIPT,
    });
    const { output } = await run(process.execPath, ['verify.mjs'], { cwd: project });
    expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toEqual({
      before: false,
      status: { success: true, message: 'Contract verified with status "exact_match"', isRetryable: true },
      after: true,
      again: expect.stringContaining('already'),
    });
    expect(await read(THIRD)).toMatchObject({ name: 'Box', is_fully_verified: true });
  },
  INSTALL_MS,
);

test(
  'a compiler of another version comes from the registry, and stays',
  async () => {
    const { output } = await run('npm', ['config', 'get', 'registry'], { cwd: folder });
    const registry = output.trim().replace(/\/+$/, '');
    const kept = join(folder, 'compilers');
    const log = createLog({ name: 'test', level: 'error' });
    const compilers = openCompilers({ folder: kept, registry, log });
    // The first, the last of each line, and one that was published again.
    for (const version of ['0.4.11', '0.4.26', '0.5.17', '0.6.12', '0.7.6', '0.8.7', '0.8.36']) {
      const found = await compilers.find(version);
      const file = join(kept, version, 'soljson.js');
      expect(found).toEqual({ file });
      const { stdout } = spawnSync(
        process.execPath,
        ['-p', `require('solc/wrapper')(require(process.argv[1])).version()`, file],
        { cwd: ROOT, encoding: 'utf8' },
      );
      expect(stdout).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')}\\+commit`));
      expect(await openCompilers({ folder: kept, registry: undefined, log }).find(version)).toEqual(found);
    }
  },
  INSTALL_MS,
);
