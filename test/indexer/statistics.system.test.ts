import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { address } from '../support/api-rows';
import { provideDatabase } from '../support/database';
import { dumpTables, openChain } from '../support/indexer-harness';
import {
  HCU,
  type PlainBlock,
  type PlainTransaction,
  removePlainBlocks,
  writePlainBlocks,
} from '../support/plain-chain';

const DAY = 86_400;
const OP_DEPOSITOR = Buffer.from('deaddeaddeaddeaddeaddeaddeaddeaddead0001', 'hex');
const OP_L1_BLOCK = Buffer.from('4200000000000000000000000000000000000015', 'hex');

const database = await provideDatabase();
const followed = await openChain(database.sql, 77);
const late = await openChain(database.sql, 78);
/** All tables that follow from the chain. */
let written: readonly string[];
beforeAll(async () => {
  written = Object.keys(await dumpTables(late));
});

async function forget(db: Database): Promise<void> {
  await db.sql`truncate ${db.sql.unsafe(written.map((name) => `chain_${db.chainId}.${name}`).join(', '))}`;
}

const someone = fc.integer({ min: 1, max: 4 }).map(address);
const contract = fc.integer({ min: 100, max: 104 }).map(address);
const transaction: fc.Arbitrary<PlainTransaction> = fc.oneof(
  fc.record({ from: someone, to: someone, isInputEmpty: fc.boolean(), gasPrice: fc.constant(3n) }),
  fc.record({ from: someone, creates: fc.array(contract, { maxLength: 2 }), hasFailed: fc.boolean() }),
  fc.record({
    from: someone,
    to: contract,
    type: fc.constantFrom(2, 4, 106),
    authorizations: fc.integer({ min: 0, max: 2 }),
    fheOperations: fc.integer({ min: 0, max: 2 }),
    openings: fc.array(contract, { maxLength: 2 }),
    userOperations: fc.array(
      fc.record({
        sender: someone,
        paymaster: fc.option(contract, { nil: null }),
        factory: fc.option(contract, { nil: null }),
      }),
      { maxLength: 3 },
    ),
    transfers: fc.array(fc.record({ token: contract, type: fc.constantFrom('ERC-20', 'ERC-7984') }), {
      maxLength: 2,
    }),
  }),
  fc.constant({ from: OP_DEPOSITOR, to: OP_L1_BLOCK, type: 126 }),
);
/** A block's time: usually some days after the previous one, sometimes before it, sometimes none. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 2, arbitrary: fc.integer({ min: -70, max: -1 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const part = fc.record({
  /** The number of latest blocks removed before these are added. */
  reorg: fc.integer({ min: 0, max: 4 }),
  blocks: fc.array(fc.record({ step, transactions: fc.array(transaction, { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});

test('after any blocks and reorganizations the sums are what the blocks left add up to', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
      await Promise.all([forget(followed), forget(late)]);
      const chain: PlainBlock[] = [];
      for (const [fork, { reorg, blocks }] of parts.entries()) {
        if (reorg > 0 && chain.length > reorg) {
          await removePlainBlocks(followed, chain.length - reorg - 1);
          chain.splice(chain.length - reorg);
        }
        const added = blocks.map(({ step: days, transactions }, at): PlainBlock => {
          const timestamp = days === null ? 0 : 1_700_000_000 + DAY * (20 * (chain.length + at) + days);
          return { number: chain.length + at, fork, timestamp, transactions };
        });
        await writePlainBlocks(followed, added);
        chain.push(...added);
        expect(await readSums(followed)).toEqual(recompute(chain));
      }
      await writePlainBlocks(late, chain);
      expect(await readTables(followed)).toEqual(await readTables(late));
    }),
    { numRuns: 20, seed: 4337 },
  );
});

const TABLES = ['block_stats', 'daily_stats', 'participations', 'period_counts', 'user_operations'] as const;
async function readTables(db: Database) {
  const tables = await dumpTables(db);
  return TABLES.map((name) => [name, tables[name]]);
}

type Sums = { days: Record<string, Record<string, number>>; periods: Record<string, number[]> };

async function readSums({ sql, schema }: Database): Promise<Sums> {
  const days = await sql<{ key: string; figures: Record<string, number> }[]>`
    select day::text as key, to_jsonb(d) - 'day' as figures from ${schema}.daily_stats d`;
  const periods = await sql<{ key: string; counts: number[] }[]>`
    select role || ' ' || resolution || ' ' || start as key,
      array[active, recurring_60, recurring_90, recurring_120]::float8[] as counts
    from ${schema}.period_counts`;
  return {
    days: Object.fromEntries(days.map(({ key, figures }) => [key, figures])),
    periods: Object.fromEntries(periods.map(({ key, counts }) => [key, counts])),
  };
}

/** The same from the blocks alone: every day with participants, one by one. */
function recompute(chain: readonly PlainBlock[]): Sums {
  const sums: Sums = { days: {}, periods: {} };
  const seen = new Map<string, Set<number>>();
  const known = { contracts: new Set<string>(), tokens: new Set<string>() };
  for (const block of chain) {
    const day = Math.floor(block.timestamp / DAY);
    const isDated = block.timestamp !== 0;
    const figures = figuresOf(block, known);
    const takesPart = (role: string, who: Buffer | null) => {
      if (who && isDated)
        seen.set(
          `${role} ${who.toString('hex')}`,
          (seen.get(`${role} ${who.toString('hex')}`) ?? new Set()).add(day),
        );
    };
    for (const {
      from,
      to = null,
      fheOperations = 0,
      userOperations = [],
      openings = [],
    } of block.transactions) {
      takesPart('sender', from);
      for (const acl of openings) takesPart('fhe_opener', acl);
      if (fheOperations > 0) takesPart('fhe_caller', to);
      if (userOperations.length > 0) takesPart('bundle', from);
      for (const { sender, paymaster, factory = null } of userOperations) {
        takesPart('wallet', sender);
        takesPart('bundler', from);
        takesPart('paymaster', paymaster);
        takesPart('factory', factory);
      }
    }
    for (const builder of figures.builders) takesPart('builder', builder);
    if (isDated) addTo(sums.days, dateOf(day), figures.sums);
  }
  for (const [who, days] of seen)
    countPeriods(
      sums,
      who.split(' ')[0] ?? '',
      [...days].sort((a, b) => a - b),
    );
  return sums;
}

function figuresOf(block: PlainBlock, known: { contracts: Set<string>; tokens: Set<string> }) {
  const { transactions, size = 600n, gasLimit = 30_000_000n, gasUsed = 21_000n } = block;
  const count = (read: (given: PlainTransaction) => number) =>
    transactions.reduce((sum, given) => sum + read(given), 0);
  const isNew = (set: Set<string>, item: Buffer) => set.size < set.add(item.toString('hex')).size;
  const created = transactions.map(({ creates = [] }) =>
    creates.filter((made) => isNew(known.contracts, made)),
  );
  const price = ({ gasPrice = 0n }: PlainTransaction) => Number(gasPrice);
  const isConfidential = ({ type }: { type: string }) => type === 'ERC-7984';
  return {
    builders: transactions.filter((_, at) => (created[at]?.length ?? 0) > 0).map(({ from }) => from),
    sums: {
      blocks: 1,
      transactions: transactions.length,
      successful_transactions: count(({ hasFailed = false }) => (hasFailed ? 0 : 1)),
      native_coin_transfers: count(({ isInputEmpty = false }) => (isInputEmpty ? 1 : 0)),
      new_contracts: created.flat().length,
      new_tokens: count(
        ({ transfers = [] }) => transfers.filter(({ token }) => isNew(known.tokens, token)).length,
      ),
      gas_used: Number(gasUsed),
      gas_limit: Number(gasLimit),
      block_size: Number(size),
      gas_price_sum: count(price),
      fee_sum: count((given) => price(given) * Number(given.gasUsed ?? 0n)),
      authorizations: count(({ authorizations = 0 }) => authorizations),
      user_operations: count(({ userOperations = [] }) => userOperations.length),
      op_stack_system_transactions: count(({ from }) => (from.equals(OP_DEPOSITOR) ? 1 : 0)),
      arbitrum_system_transactions: count(({ type = 2 }) => (type === 106 ? 1 : 0)),
      fhe_operations: count(({ fheOperations = 0 }) => fheOperations),
      fhe_transactions: count(({ fheOperations = 0 }) => (fheOperations > 0 ? 1 : 0)),
      confidential_transfers: count(({ transfers = [] }) => transfers.filter(isConfidential).length),
      hcu: count(({ fheOperations = 0 }) => fheOperations * HCU),
      new_accounts: 0,
      new_builders: 0,
      new_wallets: 0,
    },
  };
}

const NEWCOMERS: Readonly<Record<string, string>> = {
  sender: 'new_accounts',
  builder: 'new_builders',
  wallet: 'new_wallets',
};

function countPeriods(sums: Sums, role: string, days: readonly number[]): void {
  const newcomer = NEWCOMERS[role];
  if (newcomer && days[0] !== undefined) addTo(sums.days, dateOf(days[0]), { [newcomer]: 1 });
  for (const [resolution, startOf] of Object.entries(PERIODS))
    for (const start of new Set(days.map(startOf))) {
      const isRecurring = (most: number) => days.some((day) => day < start && day >= start - most);
      const key = `${role} ${resolution} ${dateOf(start)}`;
      const before = sums.periods[key] ?? [0, 0, 0, 0];
      const counts = [true, isRecurring(60), isRecurring(90), isRecurring(120)];
      sums.periods[key] = before.map((sum, at) => sum + (counts[at] ? 1 : 0));
    }
}

const dateOf = (day: number) => new Date(day * DAY * 1000).toISOString().slice(0, 10);
const dayOf = (date: string) => Date.parse(date) / DAY / 1000;
const PERIODS = {
  DAY: (day: number) => day,
  WEEK: (day: number) => day - ((day + 3) % 7),
  MONTH: (day: number) => dayOf(`${dateOf(day).slice(0, 7)}-01`),
  YEAR: (day: number) => dayOf(`${dateOf(day).slice(0, 4)}-01-01`),
};

function addTo(days: Sums['days'], date: string, figures: Record<string, number>): void {
  const sums = days[date] ?? {};
  days[date] = sums;
  for (const [name, amount] of Object.entries(figures)) sums[name] = (sums[name] ?? 0) + amount;
}

test.each([
  ['callers', 'fhe_caller', '0016-fhe-callers.sql'],
  ['openings', 'fhe_opener', '0022-fhe-openings.sql'],
])(
  '%s of blocks that were stored before they were counted are filled in alike',
  async (_, role, migration) => {
    await forget(followed);
    const blocks = [0, 1, 45, 45, 200].map(
      (days, number): PlainBlock => ({
        number,
        timestamp: 1_700_000_000 + DAY * days,
        transactions: [1, 2, 3].slice(number % 2).map((who) => ({
          ...{ from: address(9), to: address(who), fheOperations: number === 3 ? 2 : 1 },
          openings: number === 3 ? [address(who), address(who)] : [address(who)],
        })),
      }),
    );
    await writePlainBlocks(followed, blocks);
    const { sql, schema } = followed;
    const readCounted = async () => [
      await sql`select * from ${schema}.participations where role = ${role} order by address, day`,
      await sql`select * from ${schema}.period_counts where role = ${role} order by resolution, start`,
    ];
    const counted = await readCounted();
    expect(counted.map(({ length }) => length > 5)).toEqual([true, true]);
    await sql`delete from ${schema}.participations where role = ${role}`;
    await sql`delete from ${schema}.period_counts where role = ${role}`;
    await sql.begin(async (transaction) => {
      await transaction`set local search_path to ${transaction(`chain_${followed.chainId}`)}`;
      await transaction.unsafe(readFileSync(`lib/db/migrations/chain/${migration}`, 'utf8'));
    });
    expect(await readCounted()).toEqual(counted);
  },
);
