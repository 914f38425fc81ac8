import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { keyOfDeclaration } from '@/lib/evm/declaration';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { NAME_SOURCES } from '@/lib/evm/name-sources';
import { copyRows } from './copy-rows';
import { MIGRATION_LOCK } from './lock-wait';
import type { Sql, Transaction } from './open-database';
import { GATEWAY_COLUMNS } from './tables';
import { runTransaction } from './transaction';

const SHIPPED = NAME_SOURCES.indexOf('shipped');

/** Loads the bundled signatures unless loaded already; concurrent calls wait. `gateway` must be migrated. */
export async function loadSignatures(sql: Sql): Promise<void> {
  const file = await readFile(new URL('./signatures.txt.gz', import.meta.url));
  const checksum = createHash('sha256').update(file).digest('hex');
  if (await isLoaded(sql, checksum)) return;
  await loadFastKeccak();
  const rows = readRows(file);
  await runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    if (await isLoaded(transaction, checksum)) return;
    await transaction`delete from gateway.signatures where source = ${SHIPPED}`;
    const db = { schema: sql('gateway') };
    await copyRows(transaction, { db, table: 'signatures', columns: GATEWAY_COLUMNS.signatures }, rows);
    await transaction`delete from gateway.shipped_signatures`;
    await transaction`insert into gateway.shipped_signatures values (${checksum})`;
  });
}

async function isLoaded(sql: Sql | Transaction, checksum: string): Promise<boolean> {
  const [loaded] = await sql`select 1 from gateway.shipped_signatures where checksum = ${checksum}`;
  return loaded !== undefined;
}

/** The declarations of a compressed file, one per line; the likeliest of each key first. */
export function readDeclarations(file: Buffer): string[] {
  return gunzipSync(file).toString('utf8').trimEnd().split('\n');
}

function readRows(file: Buffer) {
  const ranks = new Map<string, number>();
  return readDeclarations(file).map((signature) => {
    const key = keyOfDeclaration(signature);
    const rank = ranks.get(key.toString('hex')) ?? 0;
    ranks.set(key.toString('hex'), rank + 1);
    return { key, signature, source: SHIPPED, rank };
  });
}
