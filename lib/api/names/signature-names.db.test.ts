import { setTimeout as delay } from 'node:timers/promises';
import { toEventSelector, toFunctionSelector } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import { loadSignatures } from '@/lib/db/load-signatures';
import { migrateGateway } from '@/lib/db/migrate';
import { hexToBuffer } from '@/lib/evm/hex';
import { NO_NAMES } from '@/lib/evm/name-lookups';
import { createLog } from '@/lib/log';
import { provideDatabase } from '@/test/support/database';
import { until } from '@/test/support/until';
import { importSignatures, listSignatures, listSignaturesNamed, type NamedKey, pruneLookedUp } from './query';
import { createSignatureNames } from './signature-names';

const PLANT = toFunctionSelector('plantTree(string)');
const WATER = toFunctionSelector('waterTree(uint256)');
const SURFACED = toEventSelector('Surfaced(uint256)');
const named = (key: string, signature: string): NamedKey => ({ key: hexToBuffer(key), signature });
const log = createLog({ name: 'test', level: 'silent' });
const { sql } = await provideDatabase();
await migrateGateway(sql);
beforeEach(() => sql`truncate gateway.signatures, gateway.signature_lookups, gateway.shipped_signatures`);

/** A service that knows some names, and what it was sent. */
function serviceOf(...names: readonly NamedKey[]) {
  const sent: string[] = [];
  const fetch = async (keys: readonly Buffer[]) => {
    sent.push(...keys.map((key) => `0x${key.toString('hex')}`));
    return names.filter((name) => keys.some((key) => key.equals(name.key)));
  };
  return { fetch, sent };
}

const patient = { sql, log, waitMs: 60_000 };
type Names = ReturnType<typeof createSignatureNames>;
/** Those that are known by now. */
const functionNames = (names: Names, key: string) => {
  const { imported, fetched } = names.open().find(key) ?? NO_NAMES;
  return [imported, fetched].map(({ functions }) => (functions.get(key) ?? []).map(({ name }) => name));
};
const load = (names: Names, ...keys: readonly string[]) => names.open().load(keys);

test('names are imported or fetched; a key is sent once, also when nothing is known of it', async () => {
  await importSignatures(sql, [named(WATER, 'waterTree(uint256)')]);
  const service = serviceOf(named(PLANT, 'plantTree(string)'), named(SURFACED, 'Surfaced(uint256)'));
  const names = createSignatureNames({ ...patient, fetch: service.fetch });
  await Promise.all([load(names, PLANT, WATER, '0x12345678'), load(names, PLANT, SURFACED)]);
  expect(functionNames(names, PLANT)).toEqual([[], ['plantTree']]);
  expect(functionNames(names, WATER)).toEqual([['waterTree'], []]);
  const { fetched } = names.open().find(PLANT) ?? NO_NAMES;
  expect(fetched.errors.get(PLANT)).toMatchObject([{ type: 'error', name: 'plantTree' }]);
  const surfaced = names.open().find(SURFACED) ?? NO_NAMES;
  expect(surfaced.fetched.events.get(`${SURFACED}/0`)).toMatchObject([{ name: 'Surfaced' }]);
  expect(service.sent.toSorted()).toEqual([PLANT, SURFACED, '0x12345678'].sort());
  await load(names, PLANT, WATER, SURFACED, '0x12345678');
  const other = createSignatureNames({ ...patient, fetch: service.fetch });
  await load(other, PLANT, '0x12345678');
  expect(functionNames(other, PLANT)).toEqual([[], ['plantTree']]);
  expect(service.sent).toHaveLength(3);
});

test('a name that is built in, shipped or imported is not fetched', async () => {
  await loadSignatures(sql);
  await importSignatures(sql, [named(WATER, 'waterTree(uint256)')]);
  const service = serviceOf(named(PLANT, 'plantTree(string)'));
  const names = createSignatureNames({ ...patient, fetch: service.fetch });
  const [transfer, vote] = ['transfer(address,uint256)', 'castVote(uint256,uint8)'].map((text) =>
    toFunctionSelector(text),
  );
  await load(names, `${transfer}`, `${vote}`, WATER);
  expect(functionNames(names, WATER)).toEqual([['waterTree'], []]);
  expect(names.open().find(`${vote}`)?.shipped.functions.get(`${vote}`)).toMatchObject([
    { name: 'castVote', inputs: [{ name: 'proposalId' }, { name: 'support' }] },
  ]);
  expect([...names.lookedUpFunctions().keys()]).toEqual([WATER]);
  expect(service.sent).toEqual([]);
});

test('names that are read again stand once, and are there meanwhile', async () => {
  await importSignatures(sql, [named(WATER, 'waterTree(uint256)'), named(SURFACED, 'Surfaced(uint256)')]);
  await sql`insert into gateway.signatures values (${hexToBuffer(PLANT)}, 'plantTree(string)', 2)`;
  const names = createSignatureNames({ ...patient, knownMs: 1 });
  await load(names, PLANT, WATER, SURFACED);
  for (let round = 0; round < 3; round += 1) {
    await delay(5);
    expect(functionNames(names, PLANT)).toEqual([[], ['plantTree']]);
    expect(functionNames(names, WATER)).toEqual([['waterTree'], []]);
    expect(names.open().find(SURFACED)?.imported.events.get(`${SURFACED}/0`)).toHaveLength(1);
  }
  await sql`delete from gateway.signatures`;
  await until('the names are read again', () => functionNames(names, WATER)[0]?.length === 0);
});

test('a key without a name is sent again after a week, and forgotten after a month', async () => {
  const service = serviceOf();
  const learn = () => load(createSignatureNames({ ...patient, fetch: service.fetch }), PLANT);
  await learn();
  await sql`update gateway.signature_lookups set looked_up_at = now() - interval '6 days'`;
  await learn();
  expect(service.sent).toEqual([PLANT]);
  await sql`update gateway.signature_lookups set looked_up_at = now() - interval '8 days'`;
  await learn();
  expect(service.sent).toEqual([PLANT, PLANT]);
  expect(await pruneLookedUp(sql, { days: 30, most: 10 })).toBe(0);
  await sql`update gateway.signature_lookups set looked_up_at = now() - interval '31 days'`;
  expect(await pruneLookedUp(sql, { days: 30, most: 10 })).toBe(1);
});

test('lookups beyond a number are forgotten, the oldest first, with what they fetched; imports stay', async () => {
  await importSignatures(sql, [named(WATER, 'waterTree(uint256)')]);
  const service = serviceOf(named(PLANT, 'plantTree(string)'));
  const names = createSignatureNames({ ...patient, fetch: service.fetch });
  await load(names, PLANT);
  await sql`update gateway.signature_lookups set looked_up_at = now() - interval '1 hour'`;
  await load(names, '0x00000001', '0x00000002');
  await pruneLookedUp(sql, { days: 30, most: 2 });
  const left = await listSignatures(sql, [hexToBuffer(PLANT), hexToBuffer(WATER)]);
  expect(left.map(({ signature }) => signature)).toEqual(['waterTree(uint256)']);
});

test('declarations are found by their name in any case, with the kind and names of parameters or without', async () => {
  const declared = 'event waterTree(address indexed who)';
  await importSignatures(sql, [named(WATER, 'waterTree(uint256)'), named(PLANT, declared)]);
  const signaturesOf = async (name: string) =>
    (await listSignaturesNamed(sql, name)).map(({ signature }) => signature);
  for (const name of ['waterTree', 'WATERTREE'])
    expect(await signaturesOf(name)).toEqual(['waterTree(uint256)', declared]);
  for (const name of ['water', 'waterTree(', '%', '']) expect(await signaturesOf(name)).toEqual([]);
});

test('of a name the declaration that everyone uses comes first, not the shortest', async () => {
  await loadSignatures(sql);
  const keys = (await listSignaturesNamed(sql, 'transfer')).map(({ key }) => `0x${key.toString('hex')}`);
  expect(keys[0]).toBe('0xa9059cbb');
  expect(keys.indexOf(toFunctionSelector('transfer()'))).toBeGreaterThan(0);
});

test('a request does not wait for a slow service, whose answer counts later', async () => {
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const fetch = async () => {
    await gate;
    return [named(PLANT, 'plantTree(string)')];
  };
  const names = createSignatureNames({ sql, log, waitMs: 1, fetch });
  await load(names, PLANT);
  expect(functionNames(names, PLANT)).toEqual([[], []]);
  answer();
  await until('the answer', () => functionNames(names, PLANT)[1]?.length === 1);
});

test('a service that does not answer is left alone for a minute; then the keys are sent again', async () => {
  const tries: number[] = [];
  const warnings: unknown[] = [];
  const noisy = Object.assign(Object.create(log), {
    warn: (_: unknown, text: unknown) => warnings.push(text),
  });
  const fetch = async (keys: readonly Buffer[]): Promise<NamedKey[]> => {
    tries.push(keys.length);
    throw new Error('away');
  };
  const names = createSignatureNames({ ...patient, log: noisy, fetch });
  const many = Array.from({ length: 200 }, (_, at) => `0x${at.toString(16).padStart(8, '0')}`);
  await load(names, ...many);
  await load(names, ...many, PLANT);
  expect(tries.length).toBeLessThanOrEqual(2);
  expect(warnings).toHaveLength(1);
  expect(await sql`select from gateway.signature_lookups`).toHaveLength(0);
});

test('a database that cannot be read is said once a minute, and is read again at the next page', async () => {
  await importSignatures(sql, [named(PLANT, 'plantTree(string)')]);
  const warnings: unknown[] = [];
  const noisy = Object.assign(Object.create(log), {
    warn: (_: unknown, text: unknown) => warnings.push(text),
  });
  const names = createSignatureNames({ ...patient, log: noisy });
  await sql`alter table gateway.signatures rename to signatures_away`;
  await load(names, PLANT);
  await load(names, PLANT, WATER);
  await sql`alter table gateway.signatures_away rename to signatures`;
  expect(warnings).toEqual([expect.stringContaining('once a minute')]);
  await load(names, PLANT);
  expect(functionNames(names, PLANT)).toEqual([['plantTree'], []]);
});

test('a key is forgotten when it could not be asked whether it is due', async () => {
  const service = serviceOf(named(PLANT, 'plantTree(string)'));
  const names = createSignatureNames({ ...patient, fetch: service.fetch });
  await sql`alter table gateway.signature_lookups rename to lookups_away`;
  await load(names, PLANT);
  await sql`alter table gateway.lookups_away rename to signature_lookups`;
  expect(service.sent).toEqual([]);
  await load(names, PLANT);
  expect(functionNames(names, PLANT)).toEqual([[], ['plantTree']]);
});

test('of a key with many names the imported ones come first, at most sixteen', async () => {
  const extra = Array.from({ length: 30 }, (_, at) => named(PLANT, `spam${at}()`));
  await sql`insert into gateway.signatures values (${hexToBuffer(PLANT)}, 'a()', 2)`;
  expect(await importSignatures(sql, [...extra, named(PLANT, 'a()')])).toBe(31);
  expect(await importSignatures(sql, extra)).toBe(0);
  expect(await listSignatures(sql, [hexToBuffer(PLANT)])).toHaveLength(16);
});
