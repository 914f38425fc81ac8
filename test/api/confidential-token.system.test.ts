import { parse } from 'lossless-json';
import { toEventSelector, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { asList, asRecord } from '@/demo/node-request';
import { type ConfidentialToken, getConfidentialToken } from '@/lib/endpoints/confidential-token';
import { hexToBuffer } from '@/lib/evm/hex';
import { addressToWord } from '@/lib/evm/words';
import { type HandleEventName, topicsOf } from '@/lib/fhe/handle-logs';
import { provideTestApi, type TestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { provideDemoApi } from '../support/demo-api';
import { word } from '../support/evm-logs';

const WRAPPER = address(20);
const COIN = address(21);
const OTHER = address(22);
const ALICE = address(23);
const ACL = address(24);
const NOBODY = Buffer.alloc(32);

const demo = await provideDemoApi();
const none = async (_: number, items: readonly unknown[]) => items.map(() => undefined);
const answers = new Map([
  [toFunctionSelector('confidentialTotalSupply()'), hash(900)],
  [toFunctionSelector('underlying()'), addressToWord(COIN)],
  [toFunctionSelector('rate()'), word(10n)],
  [toFunctionSelector('balanceOf(address)'), word(0n)],
]);
const api = await provideTestApi({
  accountState: {
    ...{ nonces: none, codes: none, slots: none },
    calls: async (_, calls) =>
      calls.map(({ data }) => {
        const output = answers.get(`0x${data.subarray(0, 4).toString('hex')}`);
        return output ? { kind: 'returned', output } : { kind: 'reverted', output: null };
      }),
  },
});

async function ask(from: TestApi, token: string, query = ''): Promise<ConfidentialToken> {
  const { status, text } = await from.get(`/api/v2/tokens/${token}/confidential${query}`);
  expect(status).toBe(200);
  return getConfidentialToken.response.parse(parse(text, null, { parseNumber: Number }));
}

const logsOf = async (token: string | undefined, topics: readonly (string | null)[]) =>
  asList(await demo.chain.chain.request('eth_getLogs', [{ address: token, fromBlock: '0x0', topics }])).map(
    asRecord,
  );
const sumOf = (amounts: readonly (string | null)[]) =>
  amounts.reduce((sum, amount) => sum + BigInt(amount ?? 0), 0n);

test('wraps and unwraps of the demo add up to the logs of the ERC-20 token, and to what it holds', async () => {
  const { ConfidentialDollar: wrapper = '', DemoDollar: coin } = demo.chain.history.contracts;
  const { supply, underlying, items } = await ask(demo.api, wrapper);
  const transfer = toEventSelector('Transfer(address,address,uint256)');
  const own = `0x${wrapper.slice(2).toLowerCase().padStart(64, '0')}`;
  const dataOf = async (topics: readonly (string | null)[]) =>
    (await logsOf(coin, topics)).map(({ data }) => String(data));
  const [into, out] = [await dataOf([transfer, null, own]), await dataOf([transfer, own])];
  const of = (kind: string) => items.filter((item) => item.kind === kind);
  expect(into.length).toBeGreaterThan(0);
  expect(out.length).toBeGreaterThan(0);
  expect([of('wrap').length, of('unwrap').length]).toEqual([into.length, out.length]);
  const erc20 = (kind: string) => sumOf(of(kind).map(({ erc20_amount }) => erc20_amount));
  expect([erc20('wrap'), erc20('unwrap')]).toEqual([sumOf(into), sumOf(out)]);
  for (const kind of ['wrap', 'unwrap'])
    expect(of(kind).map(({ amount, certainty }) => [amount, certainty])).toEqual(
      of(kind).map(({ erc20_amount: moved }) => [moved, 'erc20']),
    );
  expect(underlying).toMatchObject({ address: { hash: coin }, token: { symbol: 'dUSD' }, rate: '1' });
  expect(underlying?.held_amount).toBe(String(sumOf(into) - sumOf(out)));
  const call = { to: wrapper, data: toFunctionSelector('confidentialTotalSupply()') };
  expect(supply).toMatchObject({
    handle: await demo.chain.chain.request('eth_call', [call, 'latest']),
    ...{ is_granted: true, is_public: false, cleartexts: [] },
  });
});

test('a disclosure of the demo is verified, and mints and burns without an ERC-20 side have no amount', async () => {
  const token = demo.chain.history.contracts.ConfidentialCredit ?? '';
  const { underlying, items } = await ask(demo.api, token);
  expect(underlying).toBeNull();
  const disclosed = items.filter(({ kind }) => kind === 'disclosure');
  const logs = await logsOf(token, [toEventSelector('AmountDisclosed(bytes32,uint64)')]);
  expect(disclosed.map(({ amount, certainty }) => [amount, certainty])).toEqual(
    logs.map(({ data }) => [String(BigInt(String(data))), 'verified']).toReversed(),
  );
  const supplied = items.filter(({ kind }) => kind === 'mint' || kind === 'burn');
  expect(supplied.length).toBeGreaterThan(2);
  for (const { amount, erc20_amount } of supplied) expect([amount, erc20_amount]).toEqual([null, null]);
});

test('another token has nothing of it', async () => {
  const { DemoDollar = '' } = demo.chain.history.contracts;
  expect(await ask(demo.api, DemoDollar)).toMatchObject({ items: [], supply: null, underlying: null });
});

type Log = readonly [name: HandleEventName, topics: readonly Buffer[], data?: Buffer];

async function insertLogs(block: number, logs: readonly Log[], first = 0): Promise<void> {
  for (const [at, [name, topics, data = Buffer.alloc(0)]] of logs.entries()) {
    const [topic1 = null, topic2 = null, topic3 = null] = topics;
    const row = { address: WRAPPER, topic0: topicsOf(name)[0], topic1, topic2, topic3, data };
    await insert.log(api.db, { block, index: 0, log: first + at }, row);
  }
}

test('what a hostile token claims is never an amount', async () => {
  await insert.token(api.db, { address: WRAPPER, type: 'ERC-7984' });
  await insert.token(api.db, { address: COIN, type: 'ERC-20' });
  await insert.token(api.db, { address: OTHER, type: 'ERC-20' });
  await api.db.sql`
    insert into ${api.db.schema}.fhe_deployments (executor, position, name, acl) values (${address(25)}, 0, 'Main', ${ACL})`;
  for (const block of [1, 2, 3]) {
    await insert.block(api.db, block);
    await insert.transaction(api.db, { block, index: 0 });
  }
  const mint = (handle: Buffer): Log => ['ConfidentialTransfer', [NOBODY, addressToWord(ALICE), handle]];
  const pay = (amount: bigint): Log => [
    'UnwrapFinalized',
    [addressToWord(ALICE), hash(901)],
    Buffer.concat([hash(901), word(amount)]),
  ];
  // a transfer of another token, a payment without any, one told twice, a disclosure of a foreign handle
  const move = (token: Buffer, amount: bigint, isOut = false) => ({
    ...{ token, log_index: 0, amount: String(amount), token_type: 'ERC-20' },
    ...(isOut ? { from: WRAPPER, to: ALICE } : { from: ALICE, to: WRAPPER }),
  });
  await insert.transfers(api.db, { block: 1, index: 0 }, [move(OTHER, 1_000n)]);
  await insertLogs(1, [mint(hash(1)), pay(5n)], 1);
  await insert.transfers(api.db, { block: 2, index: 0 }, [move(COIN, 70n, true)]);
  await insertLogs(2, [pay(7n), pay(7n), ['AmountDisclosed', [hash(902)], word(10n ** 18n)]], 1);
  await insert.transfers(api.db, { block: 3, index: 0 }, [move(COIN, 905n)]);
  await insertLogs(3, [mint(hash(2)), mint(hash(3))], 1);
  const { items, supply, underlying } = await ask(api, hex(WRAPPER));
  expect(items.map((one) => [one.kind, one.erc20_amount, one.amount, one.certainty])).toEqual([
    ['mint', null, null, null],
    ['wrap', '905', null, null],
    ['disclosure', null, null, null],
    ['unwrap', null, null, null],
    ['unwrap', '70', null, null],
    ['unwrap', null, null, null],
    ['mint', null, null, null],
  ]);
  expect(supply).toMatchObject({ is_granted: false, is_public: false, cleartexts: [] });
  expect(underlying?.held_amount).toBe('0');
  const pages = await ask(api, hex(WRAPPER), '?items_count=5');
  const { block_number, index } = pages.next_page_params ?? {};
  const rest = await ask(api, hex(WRAPPER), `?items_count=5&block_number=${block_number}&index=${index}`);
  expect([...pages.items, ...rest.items]).toEqual(items);
});

test('the other side of a request to unwrap is not listed again as a burn', async () => {
  await insert.block(api.db, 4);
  await insert.transaction(api.db, { block: 4, index: 0 });
  const burn = (handle: Buffer): Log => ['ConfidentialTransfer', [addressToWord(ALICE), NOBODY, handle]];
  await insertLogs(4, [
    burn(hash(5)),
    burn(hash(6)),
    ['UnwrapRequested', [addressToWord(ALICE), hash(6)], hash(6)],
  ]);
  const { items } = await ask(api, hex(WRAPPER), '?items_count=2');
  expect(items.map(({ kind, handle }) => [kind, handle])).toEqual([
    ['unwrap_requested', hex(hash(6))],
    ['burn', hex(hash(5))],
  ]);
  expect(hexToBuffer(items[0]?.account?.hash ?? '0x')).toEqual(ALICE);
  // nor is it where the page ends between the two
  const next = await ask(api, hex(WRAPPER), '?items_count=1&block_number=4&index=2');
  expect(next.items.map(({ kind, handle }) => [kind, handle])).toEqual([['burn', hex(hash(5))]]);
});
