import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encodeAbiParameters } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { TEST_CHAIN_ID, TEST_KEY, type TestApi } from '../support/api-harness';
import { address, insert } from '../support/api-rows';
import { provideFolder } from '../support/provide';
import { until } from '../support/until';
import { createVerifyingApi } from '../support/verifying-api';

const compiled = z.object({
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        metadata: z.string(),
        evm: z.object({
          bytecode: z.object({ object: z.string() }),
          deployedBytecode: z.object({ object: z.string() }),
        }),
      }),
    ),
  ),
});
const SOLC = z
  .object({ compile: z.function({ input: [z.string()], output: z.string() }) })
  .parse(createRequire(import.meta.url)('solc'));
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "./Lid.sol";
contract Box is Lid { uint256 public held; constructor(uint256 first) { held = first; } }`;
const LID = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract Lid { bool public open; }';
const INPUT = {
  language: 'Solidity',
  sources: { 'src/Box.sol': { content: SOURCE }, 'src/Lid.sol': { content: LID } },
  settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: 'paris' },
};
const COMPILER = 'v0.8.37';
const [BOX, TWIN, OTHER, NOBODY] = [address(21), address(22), address(23), address(24)];
const ARGUMENTS = encodeAbiParameters([{ type: 'uint256' }], [7n]);
/** Long enough for a small source on a busy machine; the hostile one takes all of it. */
const LIMIT_MS = 20_000;

const box = (() => {
  const settings = { ...INPUT.settings, outputSelection: { '*': { '*': ['metadata', 'evm'] } } };
  const output = compiled.parse(JSON.parse(SOLC.compile(JSON.stringify({ ...INPUT, settings }))));
  const found = output.contracts['src/Box.sol']?.Box;
  const lid = output.contracts['src/Lid.sol']?.Lid;
  if (!found || !lid) throw new Error('the compiler gave no contract');
  return {
    metadata: found.metadata,
    code: hexToBuffer(`0x${found.evm.deployedBytecode.object}`),
    lid: hexToBuffer(`0x${lid.evm.deployedBytecode.object}`),
    creation: hexToBuffer(`0x${found.evm.bytecode.object}${ARGUMENTS.slice(2)}`),
  };
})();

let api: TestApi;
let stop: () => Promise<void>;
const folder = provideFolder('astrolabe-compilers-');
const codes = new Map([
  [BOX, box.code],
  [TWIN, box.code],
  [OTHER, Buffer.from('6001', 'hex')],
]);
const codeOf = (wanted: Buffer) => [...codes].find(([known]) => known.equals(wanted))?.[1] ?? Buffer.alloc(0);

beforeAll(async () => {
  ({ api, stop } = await createVerifyingApi({ folder, codeOf, limits: { timeMs: LIMIT_MS } }));
  await insert.block(api.db, 0);
  for (const contract of [BOX, TWIN, OTHER])
    await insert.address(api.db, { address: contract, is_contract: true, proxy_status: 'read' });
  await insert.transaction(
    api.db,
    { block: 0, index: 0 },
    { created_contract: BOX, to_address: null, input: box.creation },
  );
});
afterAll(async () => {
  await stop();
});

const started = z.object({ message: z.string(), id: z.string().nullable() });
const PATH = `/${TEST_CHAIN_ID}/api/v2/smart-contracts`;
const KEYED = { authorization: `Bearer ${TEST_KEY}` };

function formOf(fields: Record<string, string>, files: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, text] of Object.entries(files)) form.append('files[]', new Blob([text]), name);
  return form;
}

const send = (contract: Buffer, method: string, form: FormData) =>
  api.request(`${PATH}/${bufferToAddress(contract)}/verification/via/${method}`, {
    method: 'POST',
    headers: KEYED,
    body: form,
  });

/** Sends sources and waits for the end of their verification. */
async function verify(contract: Buffer, method: string, form: FormData) {
  const answer = await send(contract, method, form);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('verification started')]);
  const { id } = started.parse(answer.body);
  return until('the verification', async () => {
    const { body } = await api.get(`/api/v2/smart-contracts/verification/${id}`);
    return Object(body).status === 'verified' || Object(body).status === 'failed' ? body : undefined;
  });
}

const read = async (contract: Buffer) =>
  (await api.get(`/api/v2/smart-contracts/${bufferToAddress(contract)}`)).body;
const problemOf = (body: unknown) => Object(body).errors?.[0]?.detail;
const ask = async (fields: Record<string, string>) =>
  (
    await api.request(`/${TEST_CHAIN_ID}/api`, {
      method: 'POST',
      headers: { ...KEYED, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ module: 'contract', ...fields }).toString(),
    })
  ).body;

test('what is wrong with a form is said in a sentence, and nothing is queued', async () => {
  const input = JSON.stringify(INPUT);
  const cases: [string, FormData, string][] = [
    ['standard-input', formOf({ compiler_version: COMPILER }, { 'a.json': '{' }), 'not JSON'],
    ['standard-input', formOf({ compiler_version: 'newest' }, { 'a.json': input }), 'compiler version'],
    [
      'standard-input',
      formOf({ compiler_version: COMPILER }, { 'a.json': input.replace('Solidity', 'Vyper') }),
      'Vyper is not supported',
    ],
    [
      'standard-input',
      formOf(
        { compiler_version: COMPILER },
        {
          'a.json':
            '{"language":"Solidity","sources":{"a.sol":{"urls":["https://elsewhere.example/a.sol"]}}}',
        },
      ),
      'a source must have its content',
    ],
    ['multi-part', formOf({ compiler_version: COMPILER }), 'no source code'],
    ['multi-part', formOf({ compiler_version: COMPILER }, { 'a.vy': '' }), 'Vyper is not supported'],
    [
      'multi-part',
      formOf({ compiler_version: COMPILER, libraries: '[1]' }, { 'a.sol': LID }),
      'Libraries must be',
    ],
    [
      'flattened-code',
      formOf({ compiler_version: COMPILER, contract_name: '<b>', source_code: LID }),
      'not a contract name',
    ],
    ['sourcify', formOf({}, { 'a.sol': LID }), 'one metadata.json'],
    ['sourcify', formOf({}, { 'metadata.json': box.metadata, 'Box.sol': SOURCE }), 'src/Lid.sol is missing'],
  ];
  for (const [method, form, detail] of cases) {
    const answer = await send(BOX, method, form);
    expect([method, answer.status, problemOf(answer.body)]).toEqual([
      method,
      422,
      expect.stringContaining(detail),
    ]);
  }
  expect(
    (await send(NOBODY, 'flattened-code', formOf({ compiler_version: COMPILER, source_code: LID }))).status,
  ).toBe(404);
  expect((await send(BOX, 'vyper-code', formOf({}))).status).toBe(404);
});

test('standard input by the form of upstream: other sources fail, compiler errors are told, the right ones match', async () => {
  const broken = {
    ...INPUT,
    sources: { 'a.sol': { content: 'import "https://elsewhere.example/a.sol"; contract A {' } },
  };
  expect(
    await verify(
      BOX,
      'standard-input',
      formOf({ compiler_version: COMPILER }, { 'a.json': JSON.stringify(broken) }),
    ),
  ).toMatchObject({ status: 'failed', compiler_errors: [expect.stringContaining('ParserError')] });
  const foreign = {
    ...INPUT,
    sources: { 'a.sol': { content: 'import "https://elsewhere.example/a.sol";' } },
  };
  expect(
    await verify(
      BOX,
      'standard-input',
      formOf({ compiler_version: COMPILER }, { 'a.json': JSON.stringify(foreign) }),
    ),
  ).toMatchObject({ compiler_errors: [expect.stringMatching(/not found|not supported/i)] });
  expect(
    await verify(OTHER, 'multi-part', formOf({ compiler_version: COMPILER }, { 'src/Lid.sol': LID })),
  ).toMatchObject({
    ...{ status: 'failed', message: expect.stringContaining('code'), compiler_errors: [] },
    ...{
      contract_name: 'Lid',
      findings: expect.arrayContaining([expect.objectContaining({ part: 'code' })]),
    },
  });
  expect(
    await verify(BOX, 'flattened-code', formOf({ compiler_version: 'v0.8.3', source_code: LID })),
  ).toMatchObject({ status: 'failed', message: 'Compiler 0.8.3 is not available.' });
});

test('a partial match is replaced by an exact one, which twins share and clients of Etherscan read', async () => {
  const settings = { is_optimization_enabled: 'true', optimization_runs: '200', evm_version: 'paris' };
  const flat = `${LID}\n${SOURCE.replace('import "./Lid.sol";', '').replaceAll(/.*(SPDX|pragma).*\n/g, '')}`;
  const form = formOf({ compiler_version: COMPILER, contract_name: 'Box', source_code: flat, ...settings });
  expect(await verify(BOX, 'flattened-code', form)).toMatchObject({
    status: 'verified',
    is_fully_verified: false,
    contract_name: 'Box',
    findings: [
      { part: 'compiler', is_same: true, code: 'found_compiler_same' },
      { part: 'settings', is_same: true },
      { part: 'code', is_same: true },
      { part: 'metadata', is_same: false, code: 'found_metadata_other' },
      { part: 'constructor', is_same: true, params: { size: 32 } },
    ],
  });
  expect(await read(BOX)).toMatchObject({
    name: 'Box',
    is_verified: true,
    is_fully_verified: false,
    is_partially_verified: true,
    is_verified_via_sourcify: false,
    constructor_args: ARGUMENTS,
    file_path: 'contract.sol',
  });
  // comments are not proven: those of a second stranger take nobody's place
  const forged = formOf({
    ...{ compiler_version: COMPILER, contract_name: 'Box', source_code: `${flat}\n// forged`, ...settings },
  });
  await verify(BOX, 'flattened-code', forged);
  expect(await read(BOX)).toMatchObject({
    is_partially_verified: true,
    source_code: expect.not.stringContaining('forged'),
  });

  const files = { 'metadata.json': box.metadata, '../../../etc/passwd': SOURCE, 'Lid.sol': LID };
  expect(await verify(BOX, 'sourcify', formOf({}, files))).toMatchObject({
    status: 'verified',
    is_fully_verified: true,
  });
  expect(await read(BOX)).toMatchObject({
    is_fully_verified: true,
    compiler_version: expect.stringMatching(/^v0\.8\.37\+commit/),
    file_path: 'src/Box.sol',
    source_code: SOURCE,
    additional_sources: [{ file_path: 'src/Lid.sol', source_code: LID }],
    verified_twin_address_hash: null,
  });
  expect(await read(TWIN)).toMatchObject({
    name: 'Box',
    is_verified: false,
    verified_twin_address_hash: bufferToAddress(BOX),
    source_code: SOURCE,
    constructor_args: null,
  });
  const again = await send(BOX, 'sourcify', formOf({}, files));
  expect(again.body).toEqual({ message: 'Already verified', id: null });
  expect(await ask({ action: 'getsourcecode', address: bufferToAddress(BOX) })).toMatchObject({
    status: '1',
    result: [{ ContractName: 'Box', ConstructorArguments: ARGUMENTS.slice(2) }],
  });
});

test('the form of Etherscan', async () => {
  const fields = {
    action: 'verifysourcecode',
    contractaddress: bufferToAddress(TWIN),
    sourceCode: JSON.stringify(INPUT),
    codeformat: 'solidity-standard-json-input',
    contractname: 'src/Box.sol:Box',
    compilerversion: COMPILER,
  };
  const { result: guid } = z.object({ status: z.literal('1'), result: z.string() }).parse(await ask(fields));
  const told: unknown[] = [];
  await until('the verification', async () => {
    const { result } = Object(await ask({ action: 'checkverifystatus', guid }));
    if (told.at(-1) !== result) told.push(result);
    return result !== 'Pending in queue';
  });
  expect(told.at(-1)).toBe('Pass - Verified');
  expect(await read(TWIN)).toMatchObject({ is_fully_verified: true, verified_twin_address_hash: null });
  const results = [
    [fields, 'Contract source code already verified'],
    [
      { ...fields, contractaddress: bufferToAddress(NOBODY) },
      `Unable to locate ContractCode at ${bufferToAddress(NOBODY)}`,
    ],
    [
      { ...fields, codeformat: 'vyper-json', sourceCode: JSON.stringify({ ...INPUT, language: 'Vyper' }) },
      'Error! Vyper is not supported: only Solidity and Yul.',
    ],
    [{ ...fields, codeformat: 'fe-json' }, 'Error! The code format fe-json is not supported.'],
    [{ ...fields, contractaddress: '0x1' }, 'Error! contractaddress: Invalid address format'],
    [{ action: 'checkverifystatus', guid: 'x' }, 'Error! Invalid guid'],
  ] as const;
  for (const [asked, result] of results)
    expect(await ask(asked)).toEqual({ status: '0', message: 'NOTOK', result });
});

test('sources of another code are former ones: the contract is not verified, and is verified anew', async () => {
  const former = (ended_at_block: unknown) => [
    {
      name: 'Box',
      is_fully_verified: true,
      language: 'solidity',
      compiler_version: expect.stringMatching(/^v0\.8\.37/),
      verified_at: expect.any(String),
      ended_at_block,
      files: [
        { file_path: 'src/Box.sol', source_code: SOURCE },
        { file_path: 'src/Lid.sol', source_code: LID },
      ],
    },
  ];
  codes.set(BOX, Buffer.from('6001', 'hex'));
  const changed = await read(BOX);
  expect(changed).not.toHaveProperty('source_code');
  expect(changed).toMatchObject({ deployed_bytecode: '0x6001', former_sources: former(null) });
  expect(await ask({ action: 'getsourcecode', address: bufferToAddress(BOX) })).toMatchObject({
    result: [{ SourceCode: '', ContractName: '', ABI: 'Contract source code not verified' }],
  });
  const [{ proxy_status } = {}] = await api.db.sql`
    select proxy_status from ${api.db.schema}.addresses where address = ${BOX}`;
  expect(proxy_status).toBe('pending');

  codes.set(BOX, box.lid);
  const settings = { is_optimization_enabled: 'true', optimization_runs: '200', evm_version: 'paris' };
  const form = formOf({ compiler_version: COMPILER, ...settings }, { 'src/Lid.sol': LID });
  expect(await verify(BOX, 'multi-part', form)).toMatchObject({ status: 'verified' });
  expect(await read(BOX)).toMatchObject({
    name: 'Lid',
    is_verified: true,
    is_changed_bytecode: false,
    former_sources: former(expect.any(Number)),
  });
});

test('hostile sources: one sentence, nothing left behind, and others are answered meanwhile', async () => {
  const large = await send(OTHER, 'flattened-code', formOf({ source_code: ' '.repeat(6 * 1024 * 1024) }));
  expect([large.status, large.body]).toEqual([
    413,
    { error: 'A request has at most 5 MB', source: 'internal' },
  ]);

  const functions = Array.from(
    { length: 30_000 },
    (_, at) => `function f${at}(uint256 a) public pure returns (uint256) { return a * ${at}; }`,
  );
  const endless = formOf({
    compiler_version: COMPILER,
    source_code: `contract A { ${functions.join(' ')} }`,
  });
  let answered = 0;
  const [ended] = await Promise.all([
    verify(OTHER, 'flattened-code', endless),
    until('an answer meanwhile', async () => {
      answered += Number((await api.get('/api/v2/smart-contracts/counters')).status === 200);
      return answered > 3;
    }),
  ]);
  expect(ended).toEqual({
    address_hash: bufferToAddress(OTHER),
    status: 'failed',
    is_fully_verified: null,
    message: expect.stringMatching(/^The compiler (took too long|failed|output is too large)/),
    code: expect.stringMatching(/^compiler_(timeout|crashed|output_too_large)$/),
    params: {},
    ...{ compiler_errors: [], ahead: null, contract_name: null, findings: [] },
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(listChildren().filter((command) => command.includes('check-source'))).toEqual([]);
  expect(await read(OTHER)).not.toHaveProperty('source_code');
});

/** The commands of the processes that this one has started. */
function listChildren(): string[] {
  if (!existsSync('/proc/self/task')) return [];
  return readdirSync('/proc/self/task').flatMap((task) => {
    const children = readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean);
    return children.map((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8'));
  });
}

test('requests without a key are limited by address, whatever they ask of others', async () => {
  const ask = () =>
    api.request(`/api/v2/smart-contracts/${bufferToAddress(NOBODY)}/verification/via/sourcify`, {
      method: 'POST',
      body: formOf({ a: 'b' }),
    });
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await ask()).status);
  expect([...new Set(statuses)]).toEqual([422, 429]);
  expect(statuses.indexOf(429)).toBe(30);
  expect((await api.request('/api/v2/smart-contracts/verification/config')).body).toMatchObject({
    verification_options: ['standard-input', 'multi-part', 'flattened-code', 'sourcify'],
    solidity_compiler_versions: ['v0.8.37'],
    solidity_compilers: { installed_versions: ['v0.8.37'], host: null, code: 'compilers_off' },
  });
});

test('large forms of the modules are counted by address before they are taken apart', async () => {
  const ask = (init: RequestInit) =>
    api.request('/api?module=stats&action=ethsupply', { method: 'POST', ...init });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const large = { headers, body: 'a'.repeat(5_000_000) };
  const statuses: number[] = [];
  for (let count = 0; count < 13; count += 1) statuses.push((await ask(large)).status);
  expect(statuses).toEqual([...Array(12).fill(200), 429]);
  expect((await ask({ headers, body: 'a=1' })).status).toBe(200);
});
