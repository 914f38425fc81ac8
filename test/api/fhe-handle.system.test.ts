import { parse } from 'lossless-json';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { listAddressFheDelegations, listAddressFheHandles } from '@/lib/endpoints/fhe-access';
import {
  getFheHandle,
  getFheHandleLineage,
  listFheHandleAccess,
  listFheHandleHistory,
  listFheHandleUses,
} from '@/lib/endpoints/fhe-handle';
import { provideDemoApi } from '../support/demo-api';
import { type Life, walkHandles, walkRights } from '../support/handle-walk';

const demo = await provideDemoApi();
let lives: ReadonlyMap<string, Life>;

beforeAll(async () => {
  lives = await walkHandles(demo.chain.rpcUrl);
});

test('the life of every handle of the demo is what a walk over the raw logs finds', async () => {
  expect(lives.size).toBeGreaterThan(100);
  for (const [handle, life] of lives) {
    const items = await readAll(listFheHandleHistory.response, `${handle}/history`);
    const found = items.map(
      ({ role, event, transaction_hash, log_index }) => `${role} ${event} ${transaction_hash} ${log_index}`,
    );
    expect(found.toReversed(), handle).toEqual(life.history);
  }
});

/** Of hundreds of handles, every seventh. */
const some = () => [...lives].filter((_, index) => index % 7 === 0);

test('its operations, uses and accounts agree with that walk', async () => {
  for (const [handle, { history, accounts }] of some()) {
    const of = (role: string) => history.filter((entry) => entry.startsWith(`${role} `));
    const known = await read(getFheHandle.response, handle);
    const { operations_count, uses_count, accounts_count, are_accounts_counted } = known;
    expect([handle, operations_count, uses_count, accounts_count, are_accounts_counted]).toEqual([
      handle,
      of('result').length,
      of('operand').length,
      accounts.size,
      true,
    ]);
    expect([handle, known.deployment]).toEqual([handle, known.chain_id === '31337' ? 'Local' : null]);
    const uses = await readAll(listFheHandleUses.response, `${handle}/uses`);
    expect(uses.length).toBe(of('operand').length);
    const grants = await readAll(listFheHandleAccess.response, `${handle}/access`);
    expect(new Set(grants.map(({ account }) => account.hash.toLowerCase()))).toEqual(accounts);
    const public_since = of('event').some((entry) => entry.includes(' AllowedForDecryption '));
    expect(known.public_since !== null).toBe(public_since);
  }
});

const WILDCARD = `0x${'ff'.repeat(20)}`;

test('what each account may decrypt, and its delegations, are what a walk over the raw logs finds', async () => {
  const rights = await walkRights(demo.chain.rpcUrl);
  const states = new Set<string>();
  expect(rights.size).toBeGreaterThan(20);
  for (const [account, { handles, delegations }] of rights) {
    const path = `/api/v2/addresses/${account}/fhe`;
    const granted = await readAll(listAddressFheHandles.response, 'handles', path);
    const found = granted.map((one) => `${one.handle} ${one.transaction_hash} ${one.log_index}`);
    expect(found, account).toEqual(handles);
    const { items } = await read(listAddressFheDelegations.response, 'delegations', path);
    const told = items.map(({ delegator, delegate, contract, expires_at, state, ...at }) => {
      states.add(state);
      const until =
        state === 'revoked' ? 0n : expires_at === null ? NEVER : BigInt(Date.parse(expires_at) / 1_000);
      const of = [delegator.hash, delegate.hash, contract?.hash ?? WILDCARD].join(' ').toLowerCase();
      return `${of} ${until} ${at.transaction_hash} ${at.log_index}`;
    });
    expect(told, account).toEqual(delegations);
  }
  expect(states).toEqual(new Set(['active', 'revoked']));
});

const NEVER = 2n ** 64n - 1n;

test('a value that crossed the bridge names its twin', async () => {
  const findNamed = (event: string) =>
    [...lives].find(([, { history }]) => history.some((entry) => entry.startsWith(`event ${event} `)))?.[0] ??
    '';
  const left = await read(getFheHandle.response, findNamed('BridgeHandle'));
  expect(left.bridged).toMatchObject([{ direction: 'sent', chain_id: '80002', twin: null }]);
  expect(left.deployment).toBe('Local');
  const foreign = await read(getFheHandle.response, findNamed('HandleBridged'));
  const [{ twin = null } = {}] = foreign.bridged;
  const arrived = await read(getFheHandle.response, twin ?? '');
  expect(arrived).toMatchObject({
    origin: 'bridged',
    deployment: 'Local',
    bridged: [{ direction: 'received', chain_id: '80002' }],
  });
  // as it is called on its own chain, whose deployment is not this one
  expect(foreign).toMatchObject({ chain_id: '80002', deployment: null });
  expect(arrived.bridged[0]?.twin).toBe(foreign.handle);
});

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
});

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

async function read<Body extends z.ZodType>(
  schema: Body,
  path: string,
  below = '/api/v2/fhe/handles',
): Promise<z.output<Body>> {
  const { status, text } = await demo.api.get(`${below}/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return schema.parse(parse(text, null, { parseNumber: toInteger }));
}

const toInteger = (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text));

type Page<Item> = { items: Item[]; next_page_params: Record<string, unknown> | null };

async function readAll<Item>(schema: z.ZodType<Page<Item>>, path: string, below?: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let query = '?items_count=20'; ; ) {
    const page = await read(schema, `${path}${query}`, below);
    items.push(...page.items);
    const next = page.next_page_params;
    if (next === null) return items;
    const named = Object.entries(next).map(([name, value]) => [name, String(value)]);
    query = `?${new URLSearchParams(Object.fromEntries(named))}`;
  }
}
