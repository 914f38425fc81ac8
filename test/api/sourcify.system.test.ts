import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInterfaceLookups } from '@/lib/api/interfaces/interface-lookups';
import { createSourcify } from '@/lib/api/interfaces/sourcify';
import { hashCode } from '@/lib/db/hash-code';
import { AppError } from '@/lib/errors';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { until } from '../support/until';

const ABI = parseAbi([
  'constructor(uint256 depth)',
  'function dive(uint256 metres)',
  'event Surfaced(uint256 metres)',
  'error TooDeep(uint256 most)',
]);
const SETTINGS = { evmVersion: 'cancun', optimizer: { enabled: true, runs: 200 }, libraries: {} };
const SOURCES = {
  'contracts/Submarine.sol': { content: 'contract Submarine { /* <script>alert(1)</script> */ }' },
  'contracts/Ballast.sol': { content: 'library Ballast {}' },
};

/** As Sourcify responds for a contract whose metadata match too. */
const verified = (contract: string) => ({
  abi: ABI,
  sources: SOURCES,
  compilation: {
    language: 'Solidity',
    compiler: 'solc',
    compilerVersion: '0.8.30+commit.73712a01',
    compilerSettings: SETTINGS,
    name: 'Submarine',
    fullyQualifiedName: 'contracts/Submarine.sol:Submarine',
  },
  matchId: '7',
  creationMatch: 'exact_match',
  runtimeMatch: 'exact_match',
  verifiedAt: '2026-03-01T10:00:00Z',
  match: 'exact_match',
  chainId: '31337',
  address: contract,
});

const [KNOWN, UNKNOWN, LARGE, MOVED, DEEP] = [address(1), address(2), address(3), address(4), address(5)];
const [PROXY, REMADE] = [address(6), address(7)];
const FIELDS = '?fields=abi,sources,compilation,storageLayout,runtimeBytecode.onchainBytecode';
const requests: string[] = [];
const elsewhere: string[] = [];

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const place = server.address();
  const port = typeof place === 'object' && place ? place.port : 0;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

let service: Awaited<ReturnType<typeof listen>>;
let stranger: Awaited<ReturnType<typeof listen>>;
let api: TestApi;

beforeAll(async () => {
  stranger = await listen((request, response) => {
    elsewhere.push(String(request.url));
    response.end(JSON.stringify(verified('')));
  });
  const answers = new Map<string, (response: ServerResponse) => void>([
    [KNOWN.toString('hex'), (response) => response.end(JSON.stringify(verified(bufferToAddress(KNOWN))))],
    [
      REMADE.toString('hex'),
      (response) =>
        response.end(JSON.stringify({ ...verified(''), runtimeBytecode: { onchainBytecode: '0x6001' } })),
    ],
    [LARGE.toString('hex'), (response) => response.end(Buffer.alloc(9_000_000, 0x20))],
    [MOVED.toString('hex'), (response) => response.writeHead(302, { location: stranger.url }).end()],
    [
      DEEP.toString('hex'),
      (response) => {
        const nested = JSON.parse('['.repeat(500) + ']'.repeat(500));
        response.end(
          JSON.stringify({ ...verified(''), compilation: { name: 'Deep', compilerSettings: nested } }),
        );
      },
    ],
  ]);
  service = await listen((request, response) => {
    requests.push(String(request.url));
    const contract = /0x([0-9a-fA-F]{40})/.exec(String(request.url))?.[1]?.toLowerCase() ?? '';
    const nothing = () =>
      response.writeHead(404).end('{"match":null,"creationMatch":null,"runtimeMatch":null}');
    (answers.get(contract) ?? nothing)(response);
  });
  api = await createTestApi({ find: createSourcify(`${service.url}/`) });
  await insert.block(api.db, 0);
  for (const contract of [KNOWN, UNKNOWN, LARGE, MOVED, DEEP]) {
    await insert.address(api.db, { address: contract, is_contract: true });
  }
  await insert.address(api.db, {
    address: PROXY,
    is_contract: true,
    proxy_status: 'read',
    proxy_type: 'eip1967',
    implementation: KNOWN,
  });
  await insert.address(api.db, { address: address(10) });
});
afterAll(async () => {
  await api.stop();
  service.stop();
  stranger.stop();
});

const contractOf = (contract: Buffer) => api.get(`/api/v2/smart-contracts/${hex(contract)}`);
const find = () => createSourcify(service.url);
const log = createLog({ name: 'test', level: 'silent' });

test('an account has no contract, and nobody is asked about it', async () => {
  expect((await contractOf(address(10))).status).toBe(404);
  expect((await contractOf(address(999))).status).toBe(404);
  expect(requests).toEqual([]);
});

test('a transaction has the interface of what it called looked up, through a proxy too', async () => {
  const data = encodeFunctionData({ abi: ABI, functionName: 'dive', args: [40n] });
  const hash = await insert.transaction(
    api.db,
    { block: 0, index: 0 },
    { to_address: PROXY, input: hexToBuffer(data) },
  );
  const read = async () => (await api.get(`/api/v2/transactions/${hex(hash)}`)).body;
  expect(await read()).toMatchObject({ decoded_input: null, method: data.slice(0, 10) });
  await until('the looked up interface', async () =>
    JSON.stringify(await read()).includes('"method":"dive"'),
  );
  expect(await read()).toMatchObject({
    decoded_input: { method_call: 'dive(uint256 metres)', parameters: [{ value: '40' }] },
    to: { is_verified: false, implementations: [{ name: 'Submarine' }] },
  });
  expect(requests.toSorted()).toEqual([
    `/v2/contract/31337/${bufferToAddress(KNOWN)}${FIELDS}`,
    `/v2/contract/31337/${bufferToAddress(PROXY)}${FIELDS}`,
  ]);
});

test('sources, compiler and ABI are told as the upstream API tells them', async () => {
  const { status, body } = await contractOf(KNOWN);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Submarine',
    is_verified: true,
    is_fully_verified: true,
    is_partially_verified: false,
    interface_source: 'verified',
    language: 'solidity',
    compiler_version: '0.8.30+commit.73712a01',
    compiler_settings: SETTINGS,
    evm_version: 'cancun',
    optimization_enabled: true,
    optimization_runs: 200,
    file_path: 'contracts/Submarine.sol',
    source_code: SOURCES['contracts/Submarine.sol'].content,
    additional_sources: [{ file_path: 'contracts/Ballast.sol', source_code: 'library Ballast {}' }],
    verified_at: '2026-03-01T10:00:00.000000Z',
    abi: JSON.parse(JSON.stringify(ABI)),
  });
  const mention = await api.get(`/api/v2/addresses/${hex(KNOWN)}`);
  expect(mention.body).toMatchObject({ name: 'Submarine', is_verified: true });
});

/** As upstream: of a contract whose source is not known, nothing of a source. */
function expectUnverified({ body }: Awaited<ReturnType<typeof contractOf>>): void {
  expect(body).toHaveProperty('creation_bytecode');
  expect(body).not.toHaveProperty('name');
  expect(body).not.toHaveProperty('abi');
}

test('sources that were verified for other code than is there are not told', async () => {
  await insert.address(api.db, { address: REMADE, is_contract: true, code_size: 1, code_hash: hash(2) });
  expectUnverified(await contractOf(REMADE));
  const code_hash = hashCode(Buffer.from('6001', 'hex'));
  await api.sql`update ${api.db.schema}.addresses set code_hash = ${code_hash} where address = ${REMADE}`;
  await api.sql`delete from ${api.db.schema}.interface_lookups where address = ${REMADE}`;
  await createInterfaceLookups({ openChain: () => api.db, find: find(), log })(api.db.chainId, [REMADE]);
  expect((await contractOf(REMADE)).body).toMatchObject({ name: 'Submarine', is_verified: true });
});

test('what is not found is told so, and not asked about again', async () => {
  const before = requests.length;
  for (const _ of [1, 2]) {
    expectUnverified(await contractOf(UNKNOWN));
  }
  expect(requests).toHaveLength(before + 1);
  const [row] = await api.sql`
    select is_found from ${api.db.schema}.interface_lookups where address = ${UNKNOWN}`;
  expect(row?.is_found).toBe(false);
});

test('nothing but the configured server is asked, and no more is read than is bounded', async () => {
  await expect(find()(31_337, MOVED)).rejects.toMatchObject({ code: 'node_answer', retryable: true });
  expect(await find()(31_337, LARGE)).toBeUndefined();
  expect(elsewhere).toEqual([]);
  expect(await find()(31_337, UNKNOWN)).toBeUndefined();
  expect(await find()(31_337, DEEP)).toMatchObject({ name: Buffer.from('Deep'), compiler_settings: null });
});

test('a contract with an answer too large to keep leaves the service for others as it was', async () => {
  await contractOf(LARGE);
  const [row] = await api.sql`
    select is_found from ${api.db.schema}.interface_lookups where address = ${LARGE}`;
  expect(row?.is_found).toBe(false);
});

test('an answer that cannot be had costs a request no more than a moment', async () => {
  expectUnverified(await contractOf(MOVED));
  const [row] = await api.sql`
    select count(*) as count from ${api.db.schema}.interface_lookups where address = ${MOVED}`;
  expect(row?.count).toBe(0);
});

test('a service that fails is not asked for those who wait for their turn', async () => {
  const contracts = Array.from({ length: 12 }, (_, number) => address(100 + number));
  for (const contract of contracts) await insert.address(api.db, { address: contract, is_contract: true });
  let questions = 0;
  const find = async () => {
    questions += 1;
    throw new AppError('node_answer', 'SOURCIFY_URL: HTTP status 500.');
  };
  await createInterfaceLookups({ openChain: () => api.db, find, log })(api.db.chainId, contracts);
  expect(questions).toBeGreaterThan(0);
  // as many as are requested at once
  expect(questions).toBeLessThanOrEqual(2);
});
