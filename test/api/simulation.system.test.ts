import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { planSimulation } from '@/lib/api/simulation/plan';
import { simulation, simulationRequest } from '@/lib/endpoints/simulation';
import { bufferToHex } from '@/lib/evm/hex';
import { createRpc } from '@/lib/rpc/client';
import { fetchBlock, fetchHead, fetchReceipts } from '@/lib/rpc/methods';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { simulateCalls } from '@/lib/rpc/simulation';
import type { Execution } from '@/lib/rpc/simulation-answers';
import { TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';
import { until } from '../support/until';

const demo = await provideDemoApi();

/** Tried again while the node has had its ten simulations of this second. */
const post = (body: unknown, path = '/31337/api/v2/simulations') =>
  until('a second with room', async () => {
    const answer = await demo.api.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TEST_KEY}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return answer.status !== 503 && answer;
  });
/** A second of the limit, which counts by the monotonic clock. */
const nextSecond = () => {
  const begun = Math.floor(performance.now() / 1_000);
  return until('the next second', () => Math.floor(performance.now() / 1_000) > begun);
};
const simulate = async (body: unknown) => {
  const answer = await post(body);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return simulation.parse(answer.body);
};

function differencesOf({ error, gasUsed, logs }: Execution, receipt: RpcReceipt): string[] {
  const told = (list: RpcReceipt['logs']) =>
    list.map(({ address, topics, data }) => [address, ...topics, data].map(bufferToHex));
  return [
    ...((error === null ? 1 : 0) === receipt.status ? [] : ['status']),
    ...(gasUsed === receipt.gasUsed ? [] : ['gas']),
    ...(JSON.stringify(told(logs ?? [])) === JSON.stringify(told(receipt.logs)) ? [] : ['logs']),
  ];
}

test('every transaction of the demo, run again without a change, ends as mined', async () => {
  const rpc = createRpc({ urls: [demo.chain.rpcUrl] });
  const head = await fetchHead(rpc);
  const differing: string[] = [];
  let count = 0;
  for (let height = 0; height <= head; height += 1) {
    const block = await fetchBlock(rpc, height);
    const receipts = await fetchReceipts(rpc, height, async () => []);
    for (const { hash, index } of block?.transactions ?? []) {
      const receipt = receipts?.[index];
      if (!block || !receipt) throw new Error(`no receipt of ${bufferToHex(hash)}`);
      const { calls, overrides } = simulationRequest.parse({});
      const wanted = planSimulation({ calls, overrides }, { hash, block_number: height, index });
      const { method, isAtPlace, executions } = await simulateCalls(rpc, {
        ...{
          block,
          position: wanted.position,
          calls: wanted.callsOf(block) ?? [],
          overrides: wanted.overrides,
        },
        until: performance.now() + 60_000,
      });
      const [execution] = executions;
      const what = execution ? differencesOf(execution, receipt) : ['nothing'];
      if (method !== 'debug_traceCall' || !isAtPlace) what.push(method, `at place: ${isAtPlace}`);
      if (what.length > 0) differing.push(`${height}/${index} ${bufferToHex(hash)}: ${what.join(', ')}`);
      count += 1;
    }
  }
  console.info(`${count - differing.length} of ${count} transactions run again as mined`, differing);
  expect(count).toBeGreaterThan(1_000);
  expect(differing).toEqual([]);
});

const ownAnswer = async (name: string) => {
  const hash = demo.chain.history.transactions[name] ?? '';
  return { hash, body: (await demo.api.get(`/api/v2/transactions/${hash}`)).body };
};
const ALICE = '0x00000000000000000000000000000000000a11ce';
const NEW = '0x00000000000000000000000000000000000000c0';
/** Returns slot 0, and adds what it was called with to it. */
const COUNTER = '0x5f545f3581015f555f5260205ff3';
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

describe('by debug_traceCall', () => {
  test.each(['revert with a reason', 'revert with a custom error', 'invalid opcode', 'failed creation'])(
    '%s: failure, tree and gas are those of the transaction',
    async (name) => {
      const { hash, body: mined } = await ownAnswer(name);
      const { method, meta, calls } = await simulate({ transaction_hash: hash });
      expect([method, meta, calls.length]).toEqual(['debug_traceCall', null, 1]);
      const { failure, gas_used, revert_reason, decoded_input, block_number, position } =
        calls[0]?.transaction ?? {};
      expect(mined).toMatchObject({
        failure,
        gas_used,
        revert_reason,
        decoded_input,
        block_number,
        position,
      });
      expect(calls[0]?.transaction.status).toBe('error');
      expect(calls[0]?.call_tree).toMatchObject({ source: 'node', failing: expect.any(Number) });
    },
  );

  test('transfers, net changes, logs, state and storage are those of the transaction', async () => {
    const { hash } = await ownAnswer('token medley');
    const read = async (part: string) => (await demo.api.get(`/api/v2/transactions/${hash}/${part}`)).body;
    const { calls } = await simulate({ transaction_hash: hash });
    const [call] = calls;
    const net = call?.net_changes;
    expect(await read('net-changes')).toMatchObject({
      items: net?.items,
      movements: net?.movements,
      fee: net?.fee,
    });
    expect(await read('storage-changes')).toEqual(call?.storage_changes);
    const changed = call?.state_changes?.items.filter(({ type }) => type === 'coin');
    expect(changed?.length).toBeGreaterThan(0);
    expect(await read('state-changes')).toMatchObject({ items: expect.arrayContaining(changed ?? []) });
    const decoded = call?.logs?.slice(0, 50).map((log) => log.decoded);
    expect(await read('logs')).toMatchObject({ items: decoded?.map((one) => ({ decoded: one })) });
    const transfers = call?.transaction.token_transfers.map(({ total, token_type }) => ({
      total,
      token_type,
    }));
    expect(transfers?.length).toBeGreaterThan(2);
    expect((await ownAnswer('token medley')).body).toMatchObject({ token_transfers: transfers });
  });

  test('calls share state, on overrides, also of a block in the past', async () => {
    const overrides = {
      [NEW]: { code: COUNTER, storage: { [word(0)]: word(5) } },
      [ALICE]: { balance: '1000', nonce: 3 },
    };
    const refused = await post({ overrides, calls: [{ to: NEW }] });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('/overrides/')]);
    const { calls, position, block_number } = await simulate({
      block_number: 3,
      overrides: { ...overrides, [ALICE]: { balance: '1000', nonce: '3' } },
      calls: [
        { from: ALICE, to: NEW, data: word(2), value: '7' },
        { to: NEW, data: word(10) },
        { to: null, data: '0x' },
      ],
    });
    expect([block_number, position]).toEqual([3, null]);
    expect(calls.map(({ output }) => output)).toEqual([word(5), word(7), '0x']);
    expect(calls.map(({ transaction: { from } }) => from.hash.toLowerCase())).toEqual([ALICE, ALICE, ALICE]);
    expect(calls[0]?.storage_changes?.items).toMatchObject([
      { slots: [{ slot: word(0), before: word(5), after: word(7) }] },
    ]);
    expect(calls[0]?.net_changes?.movements).toMatchObject([{ kind: 'value', amount: '7' }]);
    // nonce 3, then 4 and 5
    expect(calls[2]?.transaction.created_contract?.hash).toMatch(/^0x/);
  });

  test('a transaction with a change: its fields stay but for those that are given', async () => {
    const { hash, body } = await ownAnswer('revert with a reason');
    const { calls } = await simulate({ transaction_hash: hash, calls: [{ data: '0x', gas: 100_000 }] });
    const { from, to, gas_limit, raw_input } = calls[0]?.transaction ?? {};
    expect(body).toMatchObject({ from: { hash: from?.hash }, to: { hash: to?.hash } });
    expect([gas_limit, raw_input]).toEqual(['100000', '0x']);
  });
});

describe('what is refused', () => {
  test.each([
    ['what is no JSON', '{', 422, 'not JSON'],
    ['an unknown field', { call: [] }, 422, 'Unrecognized key'],
    ['too many calls', { calls: Array(9).fill({}) }, 422, '/calls'],
    ['too much gas', { calls: [{ gas: 60_000_001 }] }, 422, '/calls/0/gas'],
    ['too large a value', { calls: [{ value: String(2n ** 256n) }] }, 422, 'uint256'],
    ['a body of 600 KB', { calls: [{ data: `0x${'00'.repeat(300_000)}` }] }, 413, '524288 bytes'],
    ['a transaction that is unknown', { transaction_hash: word(1) }, 404, 'Not found'],
    ['a block that is not there', { block_number: 10_000_000 }, 422, '/block_number'],
    ['a place that is not there', { block_number: 1, position: 1_000 }, 422, '/position'],
    [
      'what the sender cannot pay',
      { calls: [{ from: ALICE, to: NEW, value: '1' }] },
      422,
      'nsufficient funds',
    ],
  ])('%s', async (...[, body, status, text]) => {
    const answer = await post(body);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)]);
  });

  test('without a key on the multichain surface, and an unknown chain', async () => {
    const keyless = await demo.api.request('/31337/api/v2/simulations', { method: 'POST', body: '{}' });
    expect(keyless.status).toBe(401);
    expect((await post({}, '/31338/api/v2/simulations')).status).toBe(404);
  });

  test('each call is paid for', async () => {
    const keyHash = createHash('sha256').update('a-business-key').digest();
    await demo.api
      .sql`insert into gateway.api_keys (key_hash, name, plan) values (${keyHash}, 'a', 'business')`;
    const headers = { authorization: 'Bearer a-business-key' };
    await nextSecond();
    const body = JSON.stringify({ calls: [{ to: NEW }, { to: NEW }, { to: NEW }] });
    const answer = await demo.api.request('/31337/api/v2/simulations', { method: 'POST', headers, body });
    expect([answer.status, answer.headers.get('x-credits-remaining')]).toEqual([200, '2999999700']);
  });
});
