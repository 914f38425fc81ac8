import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { migrateChain, migrateGateway } from './migrate';
import { type ChainRegistration, registerChains } from './register-chains';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  await migrateGateway(database.sql);
});
afterEach(() => database.drop());

const hash = (byte: number) => Buffer.alloc(32, byte);
const chain = (chainId: number, given: Partial<ChainRegistration> = {}): ChainRegistration => ({
  chainId,
  name: `Chain ${chainId}`,
  symbol: 'ETH',
  firstBlock: 0,
  firstBlockHash: hash(1),
  isDemo: false,
  fheExecutor: null,
  ...given,
});
const demo = (given: Partial<ChainRegistration> = {}) => chain(31337, { isDemo: true, ...given });
const register = (...chains: ChainRegistration[]) => registerChains(database.sql, chains);
const registerOnly = (only: ChainRegistration) => registerChains(database.sql, [only], { isOnlyChain: true });
const stored = () =>
  database.sql`select chain_id, position, is_demo, is_served from gateway.chains order by position`;
const hasSchema = async (chainId: number) => {
  const rows = await database.sql`select 1 from pg_namespace where nspname = ${`chain_${chainId}`}`;
  return rows.length === 1;
};

describe('the order', () => {
  test('is that of the configuration; what is no longer configured stays behind', async () => {
    await register(chain(1), chain(2), chain(3));
    await register(chain(3), chain(1));
    expect((await stored()).map((row) => row.chain_id)).toEqual([3, 1, 2]);
    expect((await stored()).map((row) => row.position)).toEqual([0, 1, 2]);
  });

  test('a demo chain is hidden when a real one comes, and shown again when it is configured again', async () => {
    await register(demo());
    await register(chain(1));
    expect(await stored()).toEqual([
      { chain_id: 1, position: 0, is_demo: false, is_served: true },
      { chain_id: 31337, position: 1, is_demo: true, is_served: false },
    ]);
    await register(demo());
    expect(await stored()).toEqual([
      { chain_id: 31337, position: 0, is_demo: true, is_served: true },
      { chain_id: 1, position: 1, is_demo: false, is_served: true },
    ]);
  });

  test('several processes at once leave one order', async () => {
    await Promise.all(Array.from({ length: 4 }, () => register(chain(2), chain(1))));
    expect((await stored()).map((row) => row.chain_id)).toEqual([2, 1]);
  });
});

describe('a change', () => {
  test('of name, symbol and executor is taken over', async () => {
    await register(chain(1));
    await register(chain(1, { name: 'New', symbol: 'NEW', fheExecutor: Buffer.alloc(20, 9) }));
    const [row] = await database.sql`select name, symbol, fhe_executor from gateway.chains`;
    expect(row).toEqual({ name: 'New', symbol: 'NEW', fhe_executor: Buffer.alloc(20, 9) });
  });

  test('a first block that the node did not have yet is noted once it has it, and then holds', async () => {
    await register(chain(1, { firstBlock: 100, firstBlockHash: null }));
    await register(chain(1, { firstBlock: 100, firstBlockHash: hash(5) }));
    await register(chain(1, { firstBlock: 100, firstBlockHash: null }));
    await expect(register(chain(1, { firstBlock: 100, firstBlockHash: hash(6) }))).rejects.toMatchObject({
      code: 'chain_mismatch',
    });
  });
});

describe('is refused, with the ways out, and nothing is written', () => {
  test.each([
    ['another chain of the same id', chain(1, { firstBlockHash: hash(2) }), /another block 0.*--drop 1/],
    ['another first height', chain(1, { firstBlock: 5 }), /begins at block 0, not at 5.*--drop 1/],
  ])('%s', async (_, other, sentence) => {
    await register(chain(1));
    await expect(register(chain(2), other)).rejects.toMatchObject({
      code: 'chain_mismatch',
      message: expect.stringMatching(sentence),
    });
    expect((await stored()).map((row) => row.chain_id)).toEqual([1]);
  });

  test('RPC_URL of a chain that is not among the real ones of the database', async () => {
    await register(chain(1));
    await expect(registerOnly(chain(2))).rejects.toMatchObject({
      code: 'chain_mismatch',
      message: expect.stringMatching(/chain 2, but the database holds chain 1.*CHAINS_FILE/),
    });
  });
});

describe('RPC_URL', () => {
  test('of one of the real chains is welcome', async () => {
    await register(chain(1), chain(2));
    await registerOnly(chain(2));
    expect((await stored()).map((row) => row.chain_id)).toEqual([2, 1]);
  });

  test('of any chain is welcome where only the demo is', async () => {
    await register(demo());
    await registerOnly(chain(5));
    expect((await stored()).map((row) => row.chain_id)).toEqual([5, 31337]);
  });

  test('not set is welcome beside real chains: the demo is shown with them', async () => {
    await register(chain(1));
    await registerOnly(demo());
    expect((await stored()).map((row) => row.chain_id)).toEqual([31337, 1]);
  });
});

describe('a demo chain', () => {
  test('that began anew is dropped with all that was indexed of it', async () => {
    await register(demo());
    await migrateChain(database.sql, 31337);
    await register(demo({ firstBlockHash: hash(2) }));
    expect(await hasSchema(31337)).toBe(false);
    expect((await stored()).map((row) => row.chain_id)).toEqual([31337]);
  });

  test('gives way to a real chain of its id', async () => {
    await register(demo());
    await migrateChain(database.sql, 31337);
    await registerOnly(chain(31337, { firstBlockHash: hash(2) }));
    expect(await hasSchema(31337)).toBe(false);
    expect(await stored()).toEqual([{ chain_id: 31337, position: 0, is_demo: false, is_served: true }]);
  });

  test('that is the same stays the demo, whoever registers it', async () => {
    await register(demo());
    await migrateChain(database.sql, 31337);
    await registerOnly(chain(31337));
    expect(await hasSchema(31337)).toBe(true);
    expect(await stored()).toEqual([{ chain_id: 31337, position: 0, is_demo: true, is_served: true }]);
  });
});
