import type { z } from 'zod';
import { loadAddressesOf } from '@/lib/api/address/mention-loader';
import { findBlockOfPath } from '@/lib/api/block/loader';
import { implement } from '@/lib/api/implement';
import { toIndex } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { listBlockAccesses } from '@/lib/endpoints/access-list';
import { bufferToHex } from '@/lib/evm/hex';
import { presentAccountAccess } from './present';
import { findAccessListHash } from './query';

/** GET /blocks/{hash or number}/access-list. */
export const blockAccessesOperation = implement(listBlockAccesses, async (call) => {
  const { db, services, params } = call;
  const block = await findBlockOfPath(db, params.block_hash_or_number_param);
  if (!block) return undefined;
  const [stored, hash] = await Promise.all([
    services.accessList(db, block.number),
    findAccessListHash(db, block.number),
  ]);
  const page = await readPage(call, {
    cursor: byCount,
    read: async (_, { after: start, limit }) =>
      (stored?.list ?? [])
        .slice(start, start + limit)
        .map((account, at) => ({ account, count: start + at + 1 })),
    present: async (_, rows) => {
      const addresses = await loadAddressesOf(db, rows, ({ account }) => account.address);
      return rows.map(({ account }) => presentAccountAccess(account, addresses));
    },
  });
  return { ...page, hash: stored && hash ? bufferToHex(hash) : null, is_proven: stored?.isProven ?? false };
});

/** The list is read for each page, so the cursor is an offset. */
const byCount = {
  position: ({ accounts_count }: z.output<typeof listBlockAccesses.query>) => toIndex(accounts_count ?? 0n),
  next: ({ count: accounts_count }: { count: number }, items_count: number) => ({
    accounts_count,
    items_count,
  }),
};
