import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createCreditMeter } from '@/lib/api/gate/credits';
import { setInternalApiKey } from '@/lib/api/gate/key-query';
import { createApp } from '@/lib/api/http/app';
import type { Sql } from '@/lib/db/open-database';
import { readOnly } from '@/lib/db/replica';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { BUILT_IN } from '@/lib/evm/signatures';
import { createLog } from '@/lib/log';
import { createNodelessServices } from '@/test/support/no-nodes';
import type { TestDatabase } from '../support/database';
import { listCalls } from './calls';
import { SYNTHETIC_CHAIN_ID } from './cast';
import { listDeepCalls } from './deep-calls';
import { fillSynthetic } from './fill';
import { explainStatements, findLargeTables, openRecordingPool, type Statement } from './read-plans';

/**
 * The result of an operation: statuses of its calls, number of different statements, their faults, and statements that
 * are planned anew each time.
 */
export type Report = { statuses: Set<number>; statements: number; faults: string[]; replanned: string[] };

const KEY = 'a-key-for-tests';
const DEPTH = 100_000;
/** Calls made per operation: rare cases and queries come first. */
const CALLS = 14;
const nextPage = z.object({
  next_page_params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});

/**
 * Fills the database with a synthetic chain, calls every operation through the real API, including the next page and a
 * deep page of lists, and explains every statement sent to the chain. By endpoint ID.
 */
export async function explainEveryOperation(
  database: TestDatabase,
  transactions: number,
): Promise<ReadonlyMap<string, Report>> {
  const db = await fillSynthetic(database.sql, { transactions, perBlock: 20 });
  const large = await findLargeTables(database.sql, `chain_${db.chainId}`);
  const recorder = openRecordingPool(database.url);
  const { call, stop } = await openSyntheticApi(database.sql, recorder.sql);
  const calls = await listCalls(db);
  const deep = await listDeepCalls(db, DEPTH);
  const reports = new Map<string, Report>();
  for (const { id } of ENDPOINTS) {
    const paths = [...(calls.get(id) ?? []).slice(0, CALLS), deep.get(id)?.path ?? []].flat();
    const statuses = new Set<number>();
    for (const path of paths) statuses.add(await callWithNext(call, path));
    const texts = groupByText(recorder.taken());
    const faults: string[] = [];
    const replanned: string[] = [];
    for (const [text, statements] of texts) {
      const shown = text.replace(/\s+/g, ' ').trim();
      const found = await explainStatements(database.sql, statements, large);
      faults.push(...found.faults.map((fault) => `${fault}: ${shown}`));
      if (found.isReplanned) replanned.push(shown);
    }
    reports.set(id, { statuses, statements: texts.size, faults, replanned });
  }
  await recorder.sql.end({ timeout: 1 });
  await stop();
  return reports;
}

/** The real API over a filled database, which reads by a pool of its own; `call` takes a path behind that of the chain. */
export async function openSyntheticApi(
  sql: Sql,
  reads: Sql,
): Promise<{ call: Caller; stop(): Promise<void> }> {
  await setInternalApiKey(sql, createHash('sha256').update(KEY).digest());
  const log = createLog({ name: 'test', level: 'error' });
  const credits = createCreditMeter({ sql, log });
  const app = createApp({
    credits,
    reads: readOnly(reads),
    services: createNodelessServices([BUILT_IN]),
    log,
    publicUrl: 'https://explorer.example',
    trustedProxies: [],
    isReady: async () => true,
  });
  const call = async (path: string) => {
    const answer = await app.request(`/${SYNTHETIC_CHAIN_ID}${path}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: answer.status, body: isJson ? JSON.parse(text) : text };
  };
  return { call, stop: () => credits.stop() };
}

/** Calls an operation. */
export type Caller = (path: string) => Promise<{ status: number; body: unknown }>;

async function callWithNext(call: Caller, path: string): Promise<number> {
  const { status, body } = await call(path);
  const { data } = nextPage.safeParse(body);
  if (!data?.next_page_params) return status;
  const query = new URLSearchParams(path.split('?')[1]);
  for (const [name, value] of Object.entries(data.next_page_params)) query.set(name, String(value));
  return (await call(`${path.split('?')[0]}?${query}`)).status;
}

function groupByText(sent: readonly Statement[]): Map<string, [Statement, ...Statement[]]> {
  const texts = new Map<string, [Statement, ...Statement[]]>();
  for (const statement of sent) {
    const known = texts.get(statement.query);
    if (known) known.push(statement);
    else texts.set(statement.query, [statement]);
  }
  return texts;
}
