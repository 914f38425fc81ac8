import { expect, test } from 'vitest';
import { importSignatures, listSignatures } from '@/lib/api/names/query';
import { hexToBuffer } from '@/lib/evm/hex';
import { provideDatabase } from '@/test/support/database';
import { SHIPPED_DECLARATIONS } from '@/test/support/shipped-names';
import { loadSignatures } from './load-signatures';
import { migrateGateway } from './migrate';

const { sql } = await provideDatabase();
await migrateGateway(sql);
const SWEEP = hexToBuffer('0x2c8958f6');

async function countShipped(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from gateway.signatures where source = 0`;
  return row?.count ?? 0;
}

test('what is shipped is loaded once, also by two programs that start together, and again when it changed', async () => {
  await Promise.all([loadSignatures(sql), loadSignatures(sql)]);
  expect(await countShipped()).toBe(SHIPPED_DECLARATIONS.length);
  await sql`delete from gateway.signatures where source = 0 and key = ${SWEEP}`;
  await loadSignatures(sql);
  expect(await countShipped()).toBeLessThan(SHIPPED_DECLARATIONS.length);
  await importSignatures(sql, [{ key: SWEEP, signature: 'imported(uint256)' }]);
  await sql`insert into gateway.signatures values (${SWEEP}, 'error OfAnOldVersion()', 0)`;
  await sql`update gateway.shipped_signatures set checksum = 'of an old version'`;
  await loadSignatures(sql);
  expect(await countShipped()).toBe(SHIPPED_DECLARATIONS.length);
  expect(await sql`select from gateway.shipped_signatures`).toHaveLength(1);
  expect((await listSignatures(sql, [SWEEP])).at(-1)).toMatchObject({ source: 'imported' });
});

test('the declarations of a key come in the order of the file, before imported names', async () => {
  const [ranked] = await sql<{ key: Buffer }[]>`
    select key from gateway.signatures where source = 0 and octet_length(key) = 4 and rank = 1`;
  if (ranked === undefined) throw new Error('no selector has two declarations');
  await importSignatures(sql, [{ key: ranked.key, signature: 'a()' }]);
  const names = (await listSignatures(sql, [ranked.key])).map(({ signature }) => signature);
  const shipped = SHIPPED_DECLARATIONS.filter((declaration) => names.includes(declaration));
  expect(names).toEqual([...shipped, 'a()']);
  expect(shipped.length).toBeGreaterThan(1);
});
