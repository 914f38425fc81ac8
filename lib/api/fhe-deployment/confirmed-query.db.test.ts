import { expect, test } from 'vitest';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { address, hash } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { listCandidates, listConfirmed } from './confirmed-query';

const db = await provideChain(7);
const ACL = address(1);
const [GENUINE, FORGED, THIEF, SILENT, RARE, MIXED] = [11, 12, 13, 14, 15, 16].map(address) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

let logs = 0;

async function addTransfer(token: Buffer, at: number, handle: Buffer): Promise<void> {
  logs += 1;
  await db.sql`
    insert into ${db.schema}.token_transfers (block_number, transaction_index, log_index, token_address, token_type,
      from_address, to_address, token_ids, amounts, encrypted_amount)
    values (${at}, 0, ${logs}, ${token}, 'ERC-7984', ${address(2)}, ${address(3)}, '{}', '{}', ${handle})`;
}

async function allow(handle: Buffer, account: Buffer, { emitter, at }: { emitter: Buffer; at: number }) {
  await db.sql`
    insert into ${db.schema}.fhe_handle_logs (handle, kind, emitter, block_number, transaction_index, log_index, account)
    values (${handle}, 'Allowed', ${emitter}, ${at}, 0, 1, ${account})`;
}

async function addTokens(tokens: readonly Buffer[], held: number): Promise<void> {
  await db.sql`
    insert into ${db.schema}.tokens (address, type, search_text, first_seen_block, transfers_count, holders_count)
    select k, 'ERC-7984', '', 0, 1, ${held} from unnest(${toArrayLiteral(tokens)}::bytea[]) as k`;
}

test('a token is confirmed by its rights to the values that it moved of late, whatever it or others log', async () => {
  await addTransfer(GENUINE, 5, hash(1));
  await addTransfer(GENUINE, 6, Buffer.alloc(32));
  await addTransfer(GENUINE, 7, hash(3));
  await allow(hash(1), GENUINE, { emitter: ACL, at: 5 });
  await allow(hash(3), GENUINE, { emitter: ACL, at: 7 });
  await addTransfer(MIXED, 5, hash(4));
  await addTransfer(MIXED, 5, hash(1));
  await allow(hash(4), MIXED, { emitter: ACL, at: 5 });
  await addTransfer(FORGED, 5, hash(2));
  await allow(hash(2), FORGED, { emitter: FORGED, at: 5 });
  await addTransfer(THIEF, 5, hash(1));
  const confirmed = await listConfirmed(db, [FORGED, GENUINE, THIEF, SILENT, MIXED], [ACL]);
  expect(confirmed).toEqual([
    { address: FORGED, is_confirmed: false },
    { address: GENUINE, is_confirmed: true },
    { address: THIEF, is_confirmed: false },
    { address: SILENT, is_confirmed: null },
    // one value of its own, and others that it only names
    { address: MIXED, is_confirmed: null },
  ]);
  await db.sql`insert into ${db.schema}.indexer_state (first_block, fhe_handles_below) values (0, 6)`;
  expect(await listConfirmed(db, [FORGED], [ACL])).toEqual([{ address: FORGED, is_confirmed: null }]);
});

test('a token that computed is looked at, however many others announce more holders', async () => {
  await addTokens(
    Array.from({ length: 150 }, (_, at) => address(1_000 + at)),
    500,
  );
  await addTokens([RARE], 1);
  expect((await listCandidates(db, [])).some((one) => one.equals(RARE))).toBe(false);
  const candidates = await listCandidates(db, [address(9), RARE]);
  expect(candidates).toHaveLength(101);
  expect(candidates.at(-1)).toEqual(RARE);
});
