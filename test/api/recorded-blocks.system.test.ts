import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestApi } from '../support/api-harness';
import { walkPages } from '../support/api-walk';
import { startRecordedApi } from '../support/recorded-api';
import {
  type Frame,
  type RawLog,
  RECORDED,
  type RecordedTransaction,
  readRecordedBlock,
} from '../support/recorded-blocks';
import { HAS_RECORDINGS } from '../support/recordings';

const ERC20 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const NULL = `0x${'0'.repeat(40)}`;

/** Changes as text: `account asset` to the amount, without zeros. */
class Ledger {
  readonly #sums = new Map<string, bigint>();

  add(account: string, asset: string, amount: bigint): void {
    if (asset !== 'coin' && account === NULL) return;
    const key = `${account.toLowerCase()} ${asset}`;
    this.#sums.set(key, (this.#sums.get(key) ?? 0n) + amount);
  }

  move(from: string, to: string, [asset, amount]: [asset: string, amount: bigint]): void {
    this.add(from, asset, -amount);
    this.add(to, asset, amount);
  }

  list(): Record<string, string> {
    const known = [...this.#sums].filter(([, amount]) => amount !== 0n);
    return Object.fromEntries(known.map(([key, amount]) => [key, String(amount)]).sort());
  }
}

/** The coin that a frame and those below it moved; a failed one moved none. */
function addFrame(ledger: Ledger, { type, from, to, value, error, calls = [] }: Frame): void {
  if (error !== undefined) return;
  const moves = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(type);
  if (moves && to !== undefined && value !== undefined) ledger.move(from, to, ['coin', BigInt(value)]);
  for (const call of calls) addFrame(ledger, call);
}

const words = (data: string) => (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
const account = (topic = '') => `0x${topic.slice(26)}`;

/** The tokens that logs moved. A deposit beside an equal mint of the same contract tells the same thing twice. */
function addLogs(ledger: Ledger, logs: readonly RawLog[]): void {
  const mints = new Set<string>();
  for (const { address, topics, data } of logs) {
    const [topic, first, second, third] = topics;
    const [amount = 0n, other = 0n] = words(data);
    if (topic === ERC20 && topics.length === 3) {
      ledger.move(account(first), account(second), [address, amount]);
      mints.add([address, account(first), account(second), amount].join());
    } else if (topic === ERC20 && topics.length === 4)
      ledger.move(account(first), account(second), [`${address} ${BigInt(third ?? 0)}`, 1n]);
    else if (topic === SINGLE) ledger.move(account(second), account(third), [`${address} ${amount}`, other]);
    else if (topic === BATCH) {
      const all = words(data);
      const [ids = 0, values = 0] = [Number(amount) / 32, Number(other) / 32];
      for (let at = 1; at <= Number(all[ids]); at += 1)
        ledger.move(account(second), account(third), [`${address} ${all[ids + at]}`, all[values + at] ?? 0n]);
    }
  }
  for (const { address, topics, data } of logs) {
    const [amount = 0n] = words(data);
    if (topics.length !== 2 || (topics[0] !== DEPOSIT && topics[0] !== WITHDRAWAL)) continue;
    const ends = topics[0] === DEPOSIT ? [NULL, account(topics[1])] : [account(topics[1]), NULL];
    if (mints.has([address, ...ends, amount].join())) continue;
    ledger.move(ends[0] ?? NULL, ends[1] ?? NULL, [address, amount]);
  }
}

const failed = z.object({
  failure: z.object({
    reason: z.string().nullable(),
    explanation: z.string().nullable(),
    call: z.object({ index: z.int(), revert_reason: z.string().nullable() }).nullable(),
  }),
});
const item = z.object({
  address: z.object({ hash: z.string() }),
  changes: z.array(
    z.object({
      token: z.object({ address_hash: z.string() }).nullable(),
      token_id: z.string().nullable(),
      amount: z.string(),
    }),
  ),
});

/** What the recorded transactions of one address are: by counterparty, and how many it sent by day. */
type Dealings = {
  others: Map<string, [sent: number, out: bigint, received: number, into: bigint]>;
  sent: Map<string, number>;
};

/** Counted from the node's transactions and receipts alone, by lower-case address. */
function countDealings(transactions: readonly RecordedTransaction[]): Map<string, Dealings> {
  const all = new Map<string, Dealings>();
  const of = (address: string) => {
    const known = all.get(address) ?? { others: new Map(), sent: new Map() };
    all.set(address, known);
    return known;
  };
  for (const { from, to, value, receipt, timestamp } of transactions) {
    const hasFailed = receipt.status === 0n;
    const receiver = (to ?? (hasFailed ? null : receipt.contractAddress))?.toLowerCase() ?? null;
    const sender = from.toLowerCase();
    const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
    of(sender).sent.set(day, (of(sender).sent.get(day) ?? 0) + 1);
    if (receiver === null || receiver === sender) continue;
    const moved = hasFailed ? 0n : value;
    const [sent, out, ...inward] = of(sender).others.get(receiver) ?? [0, 0n, 0, 0n];
    of(sender).others.set(receiver, [sent + 1, out + moved, ...inward]);
    const [outSent, outValue, received, into] = of(receiver).others.get(sender) ?? [0, 0n, 0, 0n];
    of(receiver).others.set(sender, [outSent, outValue, received + 1, into + moved]);
  }
  return all;
}

const dealings = z.object({
  items: z.array(
    z.object({
      address: z.object({ hash: z.string() }),
      sent_count: z.int(),
      sent_value: z.string(),
      received_count: z.int(),
      received_value: z.string(),
    }),
  ),
  counterparties_count: z.int(),
  is_complete: z.literal(true),
});
const activity = z.object({
  calendar: z.object({ days: z.array(z.object({ date: z.string(), transactions_count: z.int() })) }),
});

describe.skipIf(!HAS_RECORDINGS)('transactions of recorded mainnet blocks (../shared/realdata)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startRecordedApi();
  });
  afterAll(() => api?.stop());

  const told = async (hash: string) => {
    const pages = await walkPages(api, `/api/v2/transactions/${hash}/net-changes`, { item });
    const ledger = new Ledger();
    for (const { address, changes } of pages.flat())
      for (const { token, token_id, amount } of changes) {
        const id = token_id === null ? '' : ` ${token_id}`;
        ledger.add(
          address.hash,
          token === null ? 'coin' : `${token.address_hash.toLowerCase()}${id}`,
          BigInt(amount),
        );
      }
    return ledger.list();
  };

  test('they are the sum over traces, logs and fees, to the wei', async () => {
    let compared = 0;
    const differences: unknown[] = [];
    for (let height = RECORDED.first; height <= RECORDED.last; height += 1) {
      const compare = async (recorded: RecordedTransaction) => {
        const { hash, from, receipt, trace, miner, baseFeePerGas } = recorded;
        if (trace === null) return;
        const ledger = new Ledger();
        addFrame(ledger, trace);
        addLogs(ledger, receipt.logs);
        const fee = receipt.gasUsed * receipt.effectiveGasPrice;
        ledger.add(from, 'coin', -fee);
        ledger.add(miner, 'coin', fee - receipt.gasUsed * baseFeePerGas);
        const [ours, expected] = [await told(hash), ledger.list()];
        compared += 1;
        if (JSON.stringify(ours) !== JSON.stringify(expected)) differences.push({ hash, ours, expected });
      };
      await Promise.all(readRecordedBlock(height).map(compare));
    }
    console.log(`net changes of ${compared} recorded transactions: ${differences.length} differences`);
    expect(differences.slice(0, 3)).toEqual([]);
    expect(compared).toBeGreaterThan(2_000);
  });

  test('counterparties and the calendar of the busiest addresses are what the raw transactions say', async () => {
    const heights = Array.from(
      { length: RECORDED.last - RECORDED.first + 1 },
      (_, at) => RECORDED.first + at,
    );
    const counted = [...countDealings(heights.flatMap(readRecordedBlock))];
    const busiest = counted.sort(([, one], [, other]) => other.others.size - one.others.size).slice(0, 60);
    for (const [address, { others, sent }] of busiest) {
      const found = dealings.parse((await api.get(`/api/v2/addresses/${address}/counterparties`)).body);
      expect([address, found.counterparties_count]).toEqual([address, others.size]);
      expect(found.items).toHaveLength(Math.min(others.size, 25));
      for (const { address: other, ...sums } of found.items) {
        const [sentCount, out, receivedCount, into] = others.get(other.hash.toLowerCase()) ?? [];
        expect([address, other.hash, sums]).toEqual([
          address,
          other.hash,
          {
            ...{ sent_count: sentCount, sent_value: String(out) },
            ...{ received_count: receivedCount, received_value: String(into) },
          },
        ]);
      }
      const { calendar } = activity.parse((await api.get(`/api/v2/addresses/${address}/activity`)).body);
      const days = calendar.days.map((day) => [day.date, day.transactions_count]);
      expect([address, days]).toEqual([address, [...sent].sort()]);
    }
    // the most numerous come first: none that is left out has more transactions than one that is shown
    const [[hub, { others }] = ['', { others: new Map() }]] = busiest;
    const found = dealings.parse((await api.get(`/api/v2/addresses/${hub}/counterparties`)).body);
    const shown = found.items.map((one) => one.sent_count + one.received_count);
    const all = [...others.values()].map(([sent, , received]) => sent + received).sort((a, b) => b - a);
    expect(shown).toEqual(all.slice(0, 25));
  });

  test('most failures are explained: a reason in words, gas that ran out, or a known refusal', async () => {
    const unexplained: string[] = [];
    let failures = 0;
    for (let height = RECORDED.first; height <= RECORDED.last; height += 1) {
      for (const { hash, receipt } of readRecordedBlock(height)) {
        if (receipt.status === 1n) continue;
        failures += 1;
        const { body } = await api.get(`/api/v2/transactions/${hash}`);
        const { failure } = failed.parse(body);
        const reason = failure.call?.revert_reason ?? failure.reason;
        const isInWords = reason !== null && !/^0x/.test(reason) && !/[\ufffd\0]/.test(reason);
        // that a contract's own check failed says where, not why
        const isWhere = failure.explanation?.includes('in the called contract itself') ?? true;
        if (isWhere && !isInWords) unexplained.push(hash);
      }
    }
    console.log(`${failures - unexplained.length} of ${failures} recorded failures are explained`);
    expect(failures).toBe(142);
    expect(unexplained.length).toBeLessThanOrEqual(13);
  });

  test.each([['0xc1b7f1f75d49112c2c96a6abddebece0d719190aebd1f7c9061dd2e1f9a3b560', /^[\w .:_]+$/]])(
    '%s: an error within an error is told as the inner one',
    async (hash, reason) => {
      const { failure } = failed.parse((await api.get(`/api/v2/transactions/${hash}`)).body);
      expect(failure.reason).toMatch(reason);
    },
  );
});

if (!HAS_RECORDINGS)
  test.skip('transactions of recorded mainnet blocks: ../shared/realdata is not here', () => {});
