import { isRecord } from '@/lib/evm/is-record';
import type { Origin, ReceiptLog } from '@/lib/fhe/receipt';
import { asList, asRecord } from './json';
import { type Budget, DEFAULT_BUDGET, formatReport, measureTest, type TestHcu } from './report';

/** A node as Hardhat's `network.provider`, or any other of EIP-1193. */
export type Provider = Readonly<{
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}>;

/** `origin`: the executors of the local chain (31337) by default. `print`: where the table goes, standard output by default. */
export type HookOptions = Readonly<{
  origin?: Origin;
  budget?: Budget;
  print?: (table: string) => unknown;
}>;

/** Hooks of a test runner: Mocha's root hooks, or the functions that those of node:test are given. */
export type HcuHooks = Readonly<{
  beforeAll(): Promise<void>;
  afterEach(this: unknown, ...given: unknown[]): Promise<void>;
  afterAll(): void;
}>;

const LOCAL = { chainId: 31337 };
/** No more blocks are looked at after a test. */
const MAX_BLOCKS = 10_000;

/**
 * Measures after each test the blocks that it added, and prints a table after the last. A test counts what it mines itself,
 * also in `beforeEach` and in a fixture's first use; blocks that it reverted before its end are not seen.
 */
export function createHcuHooks(
  provider: Provider | (() => Provider | Promise<Provider>),
  options: HookOptions = {},
): HcuHooks {
  const {
    origin = LOCAL,
    budget = DEFAULT_BUDGET,
    print = (table) => process.stdout.write(`${table}\n`),
  } = options;
  const seen = new Set<string>();
  const tests: TestHcu[] = [];
  const ask = async (method: string, ...params: unknown[]) => {
    const asked = await (typeof provider === 'function' ? provider() : provider);
    return asRecord(await asked.request({ method, params }));
  };
  /** Logs by transaction of the blocks above those seen before, in order. */
  const readNew = async (): Promise<readonly (readonly ReceiptLog[])[]> => {
    const found: (readonly ReceiptLog[])[] = [];
    let block = await ask('eth_getBlockByNumber', 'latest', false);
    for (let count = 0; count < MAX_BLOCKS && isNew(block); count++) {
      const hashes = asList(block.transactions);
      const receipts = await Promise.all(hashes.map((hash) => ask('eth_getTransactionReceipt', hash)));
      found.unshift(...receipts.map(({ logs }) => asList(logs).map(readLog)));
      block = await ask('eth_getBlockByHash', block.parentHash, false);
    }
    return found;
  };
  const isNew = ({ hash }: ReturnType<typeof asRecord>) => {
    if (typeof hash !== 'string' || seen.has(hash)) return false;
    seen.add(hash);
    return true;
  };
  return {
    beforeAll: async () => {
      isNew(await ask('eth_getBlockByNumber', 'latest', false));
    },
    async afterEach(...given) {
      tests.push(measureTest(nameTest(this, given[0]), await readNew(), origin));
    },
    afterAll: () => print(formatReport(tests, budget)),
  };
}

/** Mocha tells the test by `this`, node:test by its context. */
function nameTest(self: unknown, context: unknown): string {
  const { currentTest } = asRecord(self);
  if (isRecord(currentTest) && typeof currentTest.fullTitle === 'function')
    return String(currentTest.fullTitle());
  const { fullName, name } = asRecord(context);
  return String(fullName ?? name ?? 'a test');
}

function readLog(log: unknown): ReceiptLog {
  const { address, topics, data, logIndex } = asRecord(log);
  return {
    address: String(address),
    topics: asList(topics).map(String),
    data: String(data),
    logIndex: String(logIndex),
  };
}
