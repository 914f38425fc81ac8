import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { TEST_CHAIN_ID, TEST_KEY, type TestApi } from '../support/api-harness';
import { address, insert } from '../support/api-rows';
import { provideFolder } from '../support/provide';
import { until } from '../support/until';
import { createVerifyingApi } from '../support/verifying-api';

const SOLC = z
  .object({ compile: z.function({ input: [z.string()], output: z.string() }) })
  .parse(createRequire(import.meta.url)('solc'));
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Box {
  uint256 public held;
  error TooMuch(uint256 what);
  event Held(uint256 indexed what);
  function hold(uint256 what) external { if (what > 9) revert TooMuch(what); held = what; emit Held(what); }
}`;
const INPUT = {
  language: 'Solidity',
  sources: { 'src/Box.sol': { content: SOURCE } },
  settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: 'paris' },
};
const BODY = {
  stdJsonInput: INPUT,
  compilerVersion: '0.8.37',
  contractIdentifier: 'src/Box.sol:Box',
  creationTransactionHash: `0x${'11'.repeat(32)}`,
};
const built = (() => {
  const settings = { ...INPUT.settings, outputSelection: { '*': { '*': ['metadata', 'evm'] } } };
  const output: unknown = JSON.parse(SOLC.compile(JSON.stringify({ ...INPUT, settings })));
  const { metadata, evm } = z
    .object({
      metadata: z.string(),
      evm: z.object({
        bytecode: z.object({ object: z.string() }),
        deployedBytecode: z.object({ object: z.string() }),
      }),
    })
    .parse(Object(output).contracts['src/Box.sol'].Box);
  return {
    metadata: JSON.parse(metadata),
    code: hexToBuffer(`0x${evm.deployedBytecode.object}`),
    creation: hexToBuffer(`0x${evm.bytecode.object}`),
  };
})();
const [BOX, TWIN, OTHER, NOBODY] = [address(31), address(32), address(33), address(34)];
const codes = new Map([
  [BOX, built.code],
  [TWIN, built.code],
  [OTHER, Buffer.from('6001', 'hex')],
]);
const codeOf = (wanted: Buffer) => [...codes].find(([known]) => known.equals(wanted))?.[1] ?? Buffer.alloc(0);

let api: TestApi;
let stop: () => Promise<void>;
const folder = provideFolder('astrolabe-sourcify-');
let hash: Buffer;

beforeAll(async () => {
  ({ api, stop } = await createVerifyingApi({ folder, codeOf }));
  await insert.block(api.db, 0);
  for (const contract of [BOX, TWIN, OTHER])
    await insert.address(api.db, { address: contract, is_contract: true, proxy_status: 'read' });
  hash = await insert.transaction(
    api.db,
    { block: 0, index: 0 },
    { created_contract: BOX, to_address: null, input: built.creation },
  );
});
afterAll(async () => {
  await stop();
});

/** With a key, as its own limits are wider. */
const KEYED = { authorization: `Bearer ${TEST_KEY}` };
const of = (contract: Buffer) => `${TEST_CHAIN_ID}/${bufferToAddress(contract)}`;
const get = (path: string, headers: Record<string, string> = KEYED) => api.request(path, { headers });
const post = (path: string, body: unknown) =>
  api.request(path, {
    method: 'POST',
    headers: { ...KEYED, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const failure = (customCode: string, message: unknown = expect.any(String)) => ({
  customCode,
  message,
  errorId: expect.stringMatching(/^[\da-f-]{36}$/),
});

/** Sends a request to verify, and waits for the end of its job. */
async function verify(path: string, body: unknown) {
  const answer = await post(path, body);
  expect([answer.status, answer.body]).toEqual([202, { verificationId: expect.any(String) }]);
  const { verificationId } = Object(answer.body);
  return until('the job', async () => {
    const { body: job } = await get(`/v2/verify/${verificationId}`);
    return Object(job).isJobCompleted ? job : undefined;
  });
}

test('what is wrong with a request is said in the form of Sourcify', async () => {
  const standard = `/v2/verify/${of(BOX)}`;
  const cases: [string, unknown, number, string][] = [
    [standard, '{', 400, 'invalid_json'],
    [standard, [], 400, 'invalid_parameter'],
    [standard, { ...BODY, stdJsonInput: undefined }, 400, 'invalid_parameter'],
    [standard, { ...BODY, compilerVersion: 7 }, 400, 'invalid_parameter'],
    [standard, { ...BODY, compilerVersion: 'newest' }, 400, 'invalid_parameter'],
    [standard, { ...BODY, contractIdentifier: 'Box' }, 400, 'invalid_parameter'],
    [standard, { ...BODY, contractIdentifier: 'src/Box.sol:<b>' }, 400, 'invalid_parameter'],
    [standard, { ...BODY, stdJsonInput: { ...INPUT, language: 'Vyper' } }, 400, 'invalid_parameter'],
    [standard, ' '.repeat(6 * 1024 * 1024), 413, 'invalid_parameter'],
    [`/v2/verify/metadata/${of(BOX)}`, { metadata: {}, sources: {} }, 400, 'invalid_parameter'],
    [`/v2/verify/metadata/${of(BOX)}`, { sources: {} }, 400, 'invalid_parameter'],
    [`/v2/verify/${of(NOBODY)}`, BODY, 404, 'contract_not_deployed'],
    [`/v2/verify/similarity/${of(NOBODY)}`, {}, 404, 'contract_not_deployed'],
    [`/v2/verify/similarity/${of(OTHER)}`, {}, 404, 'no_similar_match_found'],
    [`/v2/verify/7/${bufferToAddress(BOX)}`, BODY, 404, 'unsupported_chain'],
    [`/v2/verify/${TEST_CHAIN_ID}/0x1`, BODY, 400, 'invalid_parameter'],
  ];
  for (const [path, body, status, code] of cases) {
    const answer = await post(path, body);
    expect([path, answer.status, answer.body]).toEqual([path, status, failure(code)]);
  }
  expect((await get('/v2/verify/550e8400-e29b-41d4-a716-446655440000')).body).toEqual(
    failure('job_not_found'),
  );
  expect((await get(`/v2/contracts/${TEST_CHAIN_ID}?limit=201`)).body).toEqual(failure('invalid_parameter'));
  expect((await get(`/v2/contracts/${TEST_CHAIN_ID}?afterMatchId=x`)).status).toBe(400);
  expect((await get(`/v2/contracts/${TEST_CHAIN_ID}?sort=x`)).status).toBe(400);
  expect((await get('/v2/contracts/9')).body).toEqual(failure('unsupported_chain'));
  expect((await get(`/v2/contract/${of(BOX)}`, { authorization: 'Bearer nobody' })).body).toEqual(
    failure('unauthorized'),
  );
});

test('a contract that is not verified is told, and a job that fails', async () => {
  const unknown = { match: null, creationMatch: null, runtimeMatch: null };
  const place = { chainId: String(TEST_CHAIN_ID), address: bufferToAddress(OTHER) };
  const answer = await get(`/v2/contract/${of(OTHER)}`);
  expect([answer.status, answer.body]).toEqual([404, { ...unknown, ...place }]);
  expect(await verify(`/v2/verify/${of(OTHER)}`, BODY)).toEqual({
    isJobCompleted: true,
    verificationId: expect.any(String),
    jobStartTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
    jobFinishTime: expect.any(String),
    contract: { ...unknown, ...place },
    error: failure('no_match'),
  });
  const broken = { ...INPUT, sources: { 'src/Box.sol': { content: 'contract Box {' } } };
  expect(await verify(`/v2/verify/${of(OTHER)}`, { ...BODY, stdJsonInput: broken })).toMatchObject({
    error: {
      ...failure('compiler_error', expect.stringMatching(/^Compile error\. .*ParserError/)),
      errorData: { compilerErrors: [{ formattedMessage: expect.stringContaining('ParserError') }] },
    },
  });
});

test('by standard JSON, by similarity and by metadata; the contract is looked up by its fields', async () => {
  const match = { match: 'exact_match', creationMatch: null, runtimeMatch: 'exact_match' };
  const done = (contract: Buffer) => ({
    ...match,
    chainId: String(TEST_CHAIN_ID),
    address: bufferToAddress(contract),
    verifiedAt: expect.stringMatching(/Z$/),
    matchId: BigInt(bufferToHex(contract)).toString(),
  });
  const job = await verify(`/v2/verify/${of(BOX)}`, BODY);
  expect(job).toMatchObject({ isJobCompleted: true, contract: done(BOX) });
  expect(job).not.toHaveProperty('error');
  const again = await post(`/v2/verify/${of(BOX)}`, BODY);
  expect([again.status, again.body]).toEqual([409, failure('already_verified')]);
  // One of the same code is no match of its own before it is verified.
  expect((await get(`/v2/contract/${of(TWIN)}`)).status).toBe(404);
  expect(await verify(`/v2/verify/similarity/${of(TWIN)}`, {})).toMatchObject({ contract: done(TWIN) });

  const path = `/v2/contract/${of(BOX)}`;
  expect((await get(path)).body).toEqual(done(BOX));
  const { body } = await get(`${path}?fields=all`);
  expect(body).toMatchObject({
    ...done(BOX),
    abi: expect.arrayContaining([expect.objectContaining({ name: 'hold' })]),
    sources: INPUT.sources,
    stdJsonInput: { language: 'Solidity', sources: INPUT.sources },
    compilation: {
      ...{ language: 'Solidity', compiler: 'solc', name: 'Box', fullyQualifiedName: 'src/Box.sol:Box' },
      compilerVersion: expect.stringMatching(/^0\.8\.37\+commit/),
    },
    runtimeBytecode: { onchainBytecode: bufferToHex(built.code), sourceMap: null },
    creationBytecode: { onchainBytecode: bufferToHex(built.creation) },
    deployment: { transactionHash: bufferToHex(hash), blockNumber: '0', transactionIndex: '0' },
    signatures: {
      function: expect.arrayContaining([expect.objectContaining({ signature: 'hold(uint256)' })]),
      event: [expect.objectContaining({ signature: 'Held(uint256)' })],
      error: [expect.objectContaining({ signature: 'TooMuch(uint256)' })],
    },
    proxyResolution: { isProxy: false, proxyType: null, implementations: [] },
    metadata: null,
  });
  const some = await get(`${path}?fields=abi,compilation.name,deployment.blockNumber`);
  expect(some.body).toEqual({
    ...done(BOX),
    abi: Object(body).abi,
    compilation: { name: 'Box' },
    deployment: { blockNumber: '0' },
  });
  const without = Object((await get(`${path}?omit=abi,sources,compilation.name`)).body);
  expect(Object.keys(Object(body)).filter((name) => !(name in without))).toEqual(['abi', 'sources']);
  expect(without.compilation).not.toHaveProperty('name');
  for (const wrong of [
    'fields=nothing',
    'fields=abi.x',
    'fields=compilation.name.x',
    'fields=all,abi',
    'omit=x',
  ])
    expect((await get(`${path}?${wrong}`)).body).toEqual(failure('invalid_parameter'));
  expect((await get(`${path}?fields=abi&omit=abi`)).status).toBe(400);

  const list = `/v2/contracts/${TEST_CHAIN_ID}`;
  const listed = async (query: string) =>
    z
      .object({ results: z.array(z.looseObject({ address: z.string(), matchId: z.string() })) })
      .parse((await get(`${list}?${query}`)).body)
      .results.map(({ address: found, matchId }) => ({ found, matchId }));
  const all = await listed('');
  expect(all.map(({ found }) => found).sort()).toEqual([BOX, TWIN].map(bufferToAddress).sort());
  expect(await listed('sort=asc')).toEqual(all.toReversed());
  expect(await listed('limit=1')).toEqual(all.slice(0, 1));
  expect(await listed(`afterMatchId=${all[0]?.matchId}`)).toEqual(all.slice(1));
  expect(await listed(`sort=asc&afterMatchId=${all[1]?.matchId}`)).toEqual(all.slice(0, 1));
  expect(await listed('afterMatchId=1')).toEqual([]);
  const metadata = { metadata: built.metadata, sources: { 'src/Box.sol': SOURCE } };
  expect((await post(`/v2/verify/metadata/${of(BOX)}`, metadata)).status).toBe(409);
  codes.set(OTHER, built.code);
  expect(await verify(`/v2/verify/metadata/${of(OTHER)}`, metadata)).toMatchObject({ contract: done(OTHER) });
});

test('it is open without a key, and limited by address as the other forms are', async () => {
  expect((await get(`/v2/contract/${of(BOX)}`, {})).status).toBe(200);
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1)
    statuses.push((await api.request(`/v2/verify/${of(BOX)}`, { method: 'POST', body: '{' })).status);
  expect([...new Set(statuses)]).toEqual([400, 429]);
  const refused = await api.request(`/v2/verify/${of(BOX)}`, { method: 'POST', body: '{' });
  expect([refused.body, refused.headers.get('retry-after')]).toEqual([
    failure('too_many_requests'),
    expect.any(String),
  ]);
});
