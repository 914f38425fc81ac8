import type { Database } from '@/lib/db/open-database';
import { type Calls, listCalls } from '@/test/synthetic/calls';
import { listDeepCalls } from '@/test/synthetic/deep-calls';
import { type Figures, loadAtRate, loadFully, type Target } from './load';
import { type Program, startProgram } from './programs';

/** Results of one operation: at full load, at half of it, and processor time per request. */
export type Row = Readonly<{
  name: string;
  full: Figures;
  half: Figures | undefined;
  microseconds: number;
  /** Relative to the bare handler. */
  ratio: number;
}>;

type Options = Readonly<{
  db: Database;
  url: string;
  keys: readonly string[];
  isPinned: boolean;
  rounds: number;
  seconds: number;
  only: readonly string[] | undefined;
}>;
type Case = { name: string; paths: readonly string[]; rounds: Figures[]; seconds: number; requests: number };

const DEPTH = 100_000;
/** Until hot code is compiled. */
const WARM_UP_SECONDS = 5;
/** The operations of the specification, and the chart that one of them lists. */
const OPERATIONS = {
  getTransaction: 'transaction info',
  listTransactionTokenTransfers: 'transfers of a transaction',
  listTransactionFheOperations: 'FHE operations of a transaction',
  getTokenInstanceTransfersCount: 'transfers count of an NFT',
  listCharts: 'list of charts',
  getChart: 'line chart',
} as const;
const LISTS = {
  listTransactions: 'transactions',
  listAddressTransactions: 'transactions of an address',
  listTransfersOfToken: 'transfers of a token',
  listTokenHolders: 'holders of a token',
  listAddressLogs: 'logs of an address',
} as const;
const BARE = 'bare Hono, one read';

/** Measures in rounds, each operation once per round, so that other load on the machine affects all alike. */
export async function measure(options: Options): Promise<Row[]> {
  const { db, url, isPinned, keys, rounds, seconds } = options;
  const calls = await listCalls(db);
  const cases = (await listCases(db, calls)).filter(({ name }) => options.only?.includes(name) ?? true);
  const bareCase = emptyCase(
    BARE,
    (calls.get('getTransaction') ?? []).map((path) => path.replace('/api/v2', '')),
  );
  const bare = await startProgram(
    [`${import.meta.dirname}/api-bare.mjs`, url, String(db.chainId), '{port}'],
    {},
    isPinned,
  );
  const api = await startProgram(
    ['dist/api.mjs'],
    { DATABASE_URL: url, API_PORT: '{port}', LOG_LEVEL: 'warn' },
    isPinned,
  );
  const below = (paths: readonly string[]) => paths.map((path) => `/${db.chainId}${path}`);
  const targetOf = (one: Case): Target => ({ port: api.port, keys, paths: below(one.paths) });
  const bareTarget = { port: bare.port, keys: [''], paths: bareCase.paths };
  try {
    for (let round = -1; round < rounds; round += 1) {
      const isWarmUp = round < 0;
      await runOnce(bareCase, bareTarget, { program: bare, seconds, isWarmUp });
      for (const one of cases) await runOnce(one, targetOf(one), { program: api, seconds, isWarmUp });
    }
    const rate = medianOf(bareCase, 'rate');
    const rows = [toRow(bareCase, await loadAtRate(bareTarget, rate / 2, seconds), rate)];
    for (const one of cases)
      rows.push(toRow(one, await loadAtRate(targetOf(one), medianOf(one, 'rate') / 2, seconds), rate));
    console.log(`The API's process takes ${api.residentMegabytes().toFixed(0)} MB.`);
    return rows;
  } finally {
    await Promise.all([bare.stop(), api.stop()]);
  }
}

async function listCases(db: Database, calls: Calls): Promise<Case[]> {
  const deep = await listDeepCalls(db, DEPTH);
  const operations = Object.entries(OPERATIONS).map(([id, name]) => emptyCase(name, calls.get(id) ?? []));
  const lists = Object.entries(LISTS).flatMap(([id, name]) => {
    const { path = '', depth = 0 } = deep.get(id) ?? {};
    return [emptyCase(name, [path.replace(/\?.*/, '')]), emptyCase(`${name}, ${depth} deep`, [path])];
  });
  return [...operations, ...lists];
}

function emptyCase(name: string, paths: readonly string[]): Case {
  return { name, paths, rounds: [], seconds: 0, requests: 0 };
}

async function runOnce(
  one: Case,
  target: Target,
  how: { program: Program; seconds: number; isWarmUp: boolean },
): Promise<void> {
  const before = how.program.processorSeconds();
  const figures = await loadFully(target, how.isWarmUp ? WARM_UP_SECONDS : how.seconds);
  if (how.isWarmUp) return;
  one.rounds.push(figures);
  one.seconds += how.program.processorSeconds() - before;
  one.requests += figures.rate * how.seconds;
}

function medianOf(one: Case, figure: keyof Figures): number {
  const sorted = one.rounds.map((round) => round[figure]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

function toRow(one: Case, half: Figures, bareRate: number): Row {
  const full = { rate: medianOf(one, 'rate'), p50: medianOf(one, 'p50'), p99: medianOf(one, 'p99') };
  const microseconds = (1_000_000 * one.seconds) / one.requests;
  return { name: one.name, full, half, microseconds, ratio: full.rate / bareRate };
}
