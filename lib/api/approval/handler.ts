import { loadAddresses, loadTokens } from '@/lib/api/address/mention-loader';
import { findLatestBlock } from '@/lib/api/block/query';
import { implement } from '@/lib/api/implement';
import { inBlock } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import type { Database } from '@/lib/db/open-database';
import { listAddressApprovals, MAX_APPROVALS } from '@/lib/endpoints/approval';
import { hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import {
  type ApprovalState,
  collectApprovals,
  comparePosition,
  type DecodedApprovalRow,
  isEmptyApproval,
  originKey,
  presentApproval,
} from './present';
import { type ApprovalRow, findApprovalOrigins, findEndedApprovals, listLastApprovals } from './query';

const PARTIAL = { status: 'partial', ...message('approvals_in_part') } as const;

/** GET /addresses/{address}/approvals. */
export const addressApprovalsOperation = implement(listAddressApprovals, async (call) => {
  const { db, params, query } = call;
  const owner = hexToBuffer(params.address_hash_param);
  const [{ rows, isComplete }, latest] = await Promise.all([readLogs(db, owner), findLatestBlock(db)]);
  const chosen = { owner, now: latest?.timestamp ?? 0, hasRevoked: query.revoked === 'true' };
  const page = await readPage(call, {
    cursor: {
      position: inBlock.position,
      next: ({ block_number, log_index: index }: ApprovalState, items_count) =>
        inBlock.next({ block_number, index }, items_count),
    },
    read: (_, { after, limit }) => {
      const before = after && { block_number: after.block_number, log_index: after.index };
      const approvals = collectApprovals(rows).filter(
        (row) => before === undefined || comparePosition(row, before) < 0,
      );
      return findInForce(db, approvals, { ...chosen, limit });
    },
    present: (_, shown) => presentApprovals(db, shown),
  });
  return { ...page, meta: isComplete ? null : PARTIAL };
});

/** Rows per query. */
const BATCH = 1_000;

/** The last log of each approval, in short queries. */
async function readLogs(db: Database, owner: Buffer): Promise<{ rows: ApprovalRow[]; isComplete: boolean }> {
  const rows: ApprovalRow[] = [];
  while (rows.length <= MAX_APPROVALS) {
    const batch = await listLastApprovals(db, owner, { after: rows.at(-1), limit: BATCH });
    rows.push(...batch);
    if (batch.length < BATCH) return { rows, isComplete: true };
  }
  return { rows: rows.slice(0, MAX_APPROVALS), isComplete: false };
}

/** Up to `limit` approvals, without revoked ones unless requested. */
async function findInForce(
  db: Database,
  approvals: readonly DecodedApprovalRow[],
  options: Readonly<{ owner: Buffer; now: number; hasRevoked: boolean; limit: number }>,
): Promise<ApprovalState[]> {
  const found: ApprovalState[] = [];
  for (let start = 0; start < approvals.length && found.length < options.limit; start += BATCH) {
    const part = approvals.slice(start, start + BATCH);
    const nfts = part.filter(({ kind }) => kind === 'nft');
    const positions = await findEndedApprovals(db, options.owner, nfts);
    const ended = new Set(nfts.filter((_, position) => positions.has(position)));
    for (const one of part) {
      const isRevoked = isEmptyApproval(one, options.now) || ended.has(one);
      if (options.hasRevoked || !isRevoked) found.push({ ...one, isRevoked });
    }
  }
  return found.slice(0, options.limit);
}

async function presentApprovals(db: Database, shown: readonly ApprovalState[]) {
  const contracts = shown.map(({ address }) => address);
  const [tokens, addresses, origins] = await Promise.all([
    loadTokens(db, contracts),
    loadAddresses(db, [...contracts, ...shown.map(({ spender }) => spender)]),
    findApprovalOrigins(db, shown),
  ]);
  const byPosition = new Map(origins.map((origin) => [originKey(origin), origin]));
  return shown.map((one) => presentApproval(one, { tokens, addresses, origins: byPosition }));
}
