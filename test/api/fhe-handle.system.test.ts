import { parse } from 'lossless-json';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  getFheHandle,
  getFheHandleLineage,
  listFheHandleAccess,
  listFheHandleHistory,
  listFheHandleUses,
} from '@/lib/endpoints/fhe-handle';
import { type DemoApi, startDemoApi } from '../support/demo-api';
import { type Life, walkHandles } from '../support/handle-walk';

let demo: DemoApi;
let lives: ReadonlyMap<string, Life>;

beforeAll(async () => {
  demo = await startDemoApi();
  lives = await walkHandles(demo.chain.rpcUrl);
}, 180_000);
afterAll(() => demo?.stop());

test('the life of every handle of the demo is what a walk over the raw logs finds', async () => {
  expect(lives.size).toBeGreaterThan(100);
  for (const [handle, life] of lives) {
    const items = await readAll(listFheHandleHistory.response, `${handle}/history`);
    const found = items.map(
      ({ role, event, transaction_hash, log_index }) => `${role} ${event} ${transaction_hash} ${log_index}`,
    );
    expect(found.toReversed(), handle).toEqual(life.history);
  }
}, 300_000);

/** Of hundreds of handles, every seventh. */
const some = () => [...lives].filter((_, index) => index % 7 === 0);

test('its operations, uses and accounts agree with that walk', async () => {
  for (const [handle, { history, accounts }] of some()) {
    const of = (role: string) => history.filter((entry) => entry.startsWith(`${role} `));
    const known = await read(getFheHandle.response, handle);
    expect([handle, known.operations_count, known.uses_count, known.accounts_count]).toEqual([
      handle,
      of('result').length,
      of('operand').length,
      accounts.size,
    ]);
    const uses = await readAll(listFheHandleUses.response, `${handle}/uses`);
    expect(uses.length).toBe(of('operand').length);
    const grants = await readAll(listFheHandleAccess.response, `${handle}/access`);
    expect(new Set(grants.map(({ account }) => account.hash.toLowerCase()))).toEqual(accounts);
    const public_since = of('event').some((entry) => entry.includes(' AllowedForDecryption '));
    expect(known.public_since !== null).toBe(public_since);
  }
}, 300_000);

test('a lineage has all that a value follows from, up to eight steps', async () => {
  for (const [handle] of some()) {
    const { operations, has_more_before } = await read(
      getFheHandleLineage.response,
      `${handle}/lineage?steps=8`,
    );
    if (has_more_before.length > 0) continue;
    const found = operations.filter(({ distance }) => distance <= 0).map(({ result }) => result);
    expect(new Set(found), handle).toEqual(ancestorsOf(handle));
  }
}, 300_000);

function ancestorsOf(handle: string): Set<string> {
  const found = new Set<string>();
  const open = [handle];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const life = lives.get(next);
    if (!life?.history.some((entry) => entry.startsWith('result ')) || found.has(next)) continue;
    found.add(next);
    open.push(...life.operands);
  }
  return found;
}

async function read<Body extends z.ZodType>(schema: Body, path: string): Promise<z.output<Body>> {
  const { status, text } = await demo.api.get(`/api/v2/fhe/handles/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return schema.parse(parse(text, null, { parseNumber: toInteger }));
}

const toInteger = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

type Page<Item> = { items: Item[]; next_page_params: Record<string, unknown> | null };

async function readAll<Item>(schema: z.ZodType<Page<Item>>, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let query = '?items_count=20'; ; ) {
    const page = await read(schema, `${path}${query}`);
    items.push(...page.items);
    const next = page.next_page_params;
    if (next === null) return items;
    const named = Object.entries(next).map(([name, value]) => [name, String(value)]);
    query = `?${new URLSearchParams(Object.fromEntries(named))}`;
  }
}
