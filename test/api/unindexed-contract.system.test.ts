import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ContractCodes } from '@/lib/api/nodes/contract-codes';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

const CODE = Buffer.from('6001', 'hex');
const TIP = 8;
/** By the node a contract, an account, one of which it does not answer, and a contract before the tip. */
const [NEW, PLAIN, SILENT, UNUSED] = [address(80), address(81), address(82), address(85)];
/** In the index: a contract that is no token, and an account, which has code by the node. */
const [KNOWN, FUNDED] = [address(83), address(84)];

let api: TestApi;
beforeAll(async () => {
  const contractCode: ContractCodes = async (_, wanted, { height } = {}) => {
    if (wanted.equals(SILENT)) return undefined;
    if (height !== undefined) return wanted.equals(UNUSED) ? CODE : Buffer.alloc(0);
    return wanted.equals(PLAIN) ? Buffer.alloc(0) : CODE;
  };
  const nodeTransaction = async () => ({ kind: 'unavailable', why: 'late', retryMs: 3_000 }) as const;
  api = await createTestApi({ contractCode, nodeTransaction });
  await insert.block(api.db, TIP);
  await insert.address(api.db, { address: KNOWN, is_contract: true });
  await insert.address(api.db, { address: FUNDED });
});
afterAll(() => api.stop());
beforeEach(() => setHead(TIP + 1));

const setHead = (head: number) =>
  api.sql`update ${api.db.schema}.indexer_state set remote_head = ${head}, tip_number = ${TIP}`;
/** Status and `Retry-After`. */
const ask = async (path: string) => {
  const { status, headers } = await api.get(path);
  return [status, headers.get('retry-after')];
};

const WHOLE = [
  ...['', '/counters', '/transfers', '/holders', '/instances', '/instances/1', '/instances/1/transfers'].map(
    (part) => (of: Buffer) => `/api/v2/tokens/${hex(of)}${part}`,
  ),
  (of: Buffer) => `/api/v2/smart-contracts/${hex(of)}`,
];
const LISTS = ['logs', 'transactions', 'token-transfers', 'internal-transactions'].map(
  (part) => (of: Buffer) => `/api/v2/addresses/${hex(of)}/${part}`,
);
const FOR_NOW = [503, '1'];

test('what a contract has that is between the index and the head is neither absent nor empty', async () => {
  for (const path of [...WHOLE, ...LISTS])
    for (const of of [NEW, FUNDED, SILENT])
      expect([path(of), await ask(path(of))]).toEqual([path(of), FOR_NOW]);
});

test('what the node says has no code, and what the index knows as a contract, is absent or empty', async () => {
  for (const of of [PLAIN, KNOWN]) {
    for (const path of LISTS) expect([path(of), await ask(path(of))]).toEqual([path(of), [200, null]]);
    for (const path of WHOLE)
      if (!(of === KNOWN && path(of).includes('smart-contracts')))
        expect([path(of), await ask(path(of))]).toEqual([path(of), [404, null]]);
  }
});

test('what had its code at the tip already, and nobody used, is empty', async () => {
  for (const path of LISTS) expect(await ask(path(UNUSED))).toEqual([200, null]);
});

test('at the head everything else is absent; far from it lists have what they have', async () => {
  await setHead(TIP);
  for (const path of WHOLE) expect(await ask(path(NEW))).toEqual([404, null]);
  for (const path of LISTS) expect(await ask(path(NEW))).toEqual([200, null]);
  await setHead(TIP + 1_000);
  for (const path of WHOLE) expect(await ask(path(NEW))).toEqual(FOR_NOW);
  for (const path of LISTS) expect(await ask(path(NEW))).toEqual([200, null]);
});

test('whether an address is a contract is not known until then', async () => {
  const isContract = async (of: Buffer) =>
    Object((await api.get(`/api/v2/addresses/${hex(of)}`)).body).is_contract;
  expect(await Promise.all([NEW, FUNDED, SILENT, PLAIN, KNOWN].map(isContract))).toEqual([
    ...[null, null, null],
    ...[false, true],
  ]);
});

test('a search for it finds it', async () => {
  const found = async (of: Buffer) =>
    Object((await api.get(`/api/v2/search?q=${hex(of)}`)).body).items.length;
  expect([await found(NEW), await found(PLAIN), await found(FUNDED)]).toEqual([1, 0, 1]);
});

test.each([
  ['contract', 'getsourcecode', 'address'],
  ['contract', 'getabi', 'address'],
  ['account', 'txlist', 'address'],
  ['logs', 'getLogs', 'address'],
  ['stats', 'tokensupply', 'contractaddress'],
  ['token', 'getToken', 'contractaddress'],
])('%s.%s says so in its own form', async (module, action, name) => {
  const path = (of: Buffer) => `/api?module=${module}&action=${action}&${name}=${hex(of)}`;
  expect(await ask(path(NEW))).toEqual(FOR_NOW);
  expect(Object((await api.get(path(NEW))).body)).toEqual({
    ...{ status: '0', message: 'NOTOK' },
    result: 'The block that created this contract is not indexed yet: try again in 1 s',
  });
  expect(await ask(path(PLAIN))).toEqual([200, null]);
});

test('the status of a transaction that only the node may know is not empty', async () => {
  const path = `/api?module=transaction&action=gettxreceiptstatus&txhash=${hex(hash(77))}`;
  expect(await ask(path)).toEqual([503, '3']);
  expect((await api.get(path)).body).toMatchObject({
    status: '0',
    message: 'NOTOK',
    result: expect.stringContaining('again'),
  });
});
