import { createHash } from 'node:crypto';
import { createCreditMeter } from '@/lib/api/gate/credits';
import { setInternalApiKey } from '@/lib/api/gate/key-query';
import { type AppOptions, createApp } from '@/lib/api/http/app';
import { startApiServer } from '@/lib/api/http/server';
import { createSocketServer } from '@/lib/api/http/socket';
import { createInterfaceLookups } from '@/lib/api/interfaces/interface-lookups';
import type { FindVerified } from '@/lib/api/interfaces/sourcify';
import { createSignatureNames } from '@/lib/api/names/signature-names';
import type { FetchSignatures } from '@/lib/api/names/signature-service';
import type { NodeServices } from '@/lib/api/services';
import { loadSignatures } from '@/lib/db/load-signatures';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { readOnly } from '@/lib/db/replica';
import type { AnswerTypes } from '@/lib/endpoints/endpoint';
import { BUILT_IN, type SignatureMaps } from '@/lib/evm/signatures';
import { createLog } from '@/lib/log';
import type { Verifications } from '@/lib/verification/verifications';
import { createNodelessServices } from '@/test/support/no-nodes';
import { createTestDatabase, type TestDatabase } from './database';
import { provide } from './provide';
import { SHIPPED_NAMES } from './shipped-names';

export type TestAnswer = { status: number; headers: Headers; text: string; body: unknown };

/** The real API over a fresh database with one chain. */
export type TestApi = {
  sql: Sql;
  db: Database;
  /** Requests a path below the chain, with the internal key unless `key` is null. */
  get(path: string, options?: { key?: string | null; headers?: Record<string, string> }): Promise<TestAnswer>;
  /** A request with a streamed response. */
  open(path: string, init?: RequestInit): Promise<Response>;
  /** Any request, unmodified. */
  request(path: string, init?: RequestInit): Promise<TestAnswer>;
  /** The same API with the types of a dialect on the per-instance surface. */
  speaking(dialect: AnswerTypes): TestApi['request'];
  /** Listens on a free local port until stopped, with the types of a dialect. */
  listen(dialect?: AnswerTypes): Promise<{ url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
};

export const TEST_CHAIN_ID = 31337;
export const TEST_KEY = 'a-key-for-tests';

/** Creates a database with one chain, as the API needs it. */
export async function createApiDatabase(chainId: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const { sql } = database;
  await migrateGateway(sql);
  await migrateChain(sql, chainId);
  await sql`
    insert into gateway.chains (chain_id, name, symbol, position, first_block)
    values (${chainId}, 'Test chain', 'TST', 0, 0)`;
  await setInternalApiKey(sql, createHash('sha256').update(TEST_KEY).digest());
  return database;
}

/** The API of a test file, stopped after it. */
export const provideTestApi = (options?: Parameters<typeof createTestApi>[0]) =>
  provide(createTestApi(options));

/** Starts the API; every response is checked against its schema. */
export async function createTestApi(
  options: {
    /** Of `createApiDatabase`, or a copy; dropped with the API. */
    database?: TestDatabase;
    signatures?: readonly SignatureMaps[];
    chainId?: number;
    find?: FindVerified;
    /** From where names are fetched; without, the shipped ones are known. */
    names?: { fetch?: FetchSignatures; waitMs?: number };
    verification?: (database: Pick<TestDatabase, 'sql' | 'url'>) => Verifications;
  } & Partial<Omit<NodeServices, 'verification' | 'lookUp'>> = {},
): Promise<TestApi> {
  const { database, signatures, chainId = TEST_CHAIN_ID, find, names, verification, ...nodes } = options;
  const { sql, url, drop } = database ?? (await createApiDatabase(chainId));
  if (names) await loadSignatures(sql);
  const log = createLog({ name: 'test', level: 'error' });
  const credits = createCreditMeter({ sql, log });
  const parts: AppOptions = {
    credits,
    reads: readOnly(sql),
    services: createNodelessServices(
      signatures ?? [BUILT_IN],
      {
        ...nodes,
        ...(verification && { verification: verification({ sql, url }) }),
        ...(find && {
          lookUp: createInterfaceLookups({
            openChain: (id) => openDatabase(sql, id),
            find,
            log,
          }),
        }),
      },
      names ? createSignatureNames({ sql, log, ...names }) : SHIPPED_NAMES,
    ),
    log,
    publicUrl: 'https://explorer.example',
    trustedProxies: [],
    isReady: async () => true,
    checkAnswers: true,
  };
  const app = createApp(parts);
  const requestTo =
    (asked: typeof app) =>
    async (path: string, init: RequestInit = {}) => {
      const response = await asked.request(path, init);
      const text = await response.text();
      const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson ? JSON.parse(text) : undefined,
      };
    };
  const request: TestApi['request'] = requestTo(app);
  return {
    sql,
    db: openDatabase(sql, chainId),
    open: async (path, init = {}) => app.request(path, init),
    request,
    speaking: (dialect) => requestTo(createApp({ ...parts, dialect })),
    get: (path, { key = TEST_KEY, headers = {} } = {}) =>
      request(`/${chainId}${path}`, {
        headers: { ...headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      }),
    listen: async (dialect) => {
      const sockets = createSocketServer({ ...parts, everyMs: 20 });
      const { port, stop } = await startApiServer(dialect ? createApp({ ...parts, dialect }) : app, {
        host: '127.0.0.1',
        port: 0,
        sockets,
      });
      return { url: `http://127.0.0.1:${port}`, stop };
    },
    stop: async () => {
      await credits.stop();
      await drop();
    },
  };
}
