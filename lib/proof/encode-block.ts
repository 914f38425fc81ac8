import type { BlockCheck } from '@/lib/evm/block-checks';
import type { RpcBlock } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { encodeHeader } from './header';
import { type FailedCheck, proveBlock } from './prove-block';
import type { SenderRecovery } from './senders';

/** A block as it is encoded in its tries. Parts that do not match the block's hash are null; `failures` say why. */
export type EncodedBlock = Readonly<{
  block: Omit<RpcBlock, 'transactions' | 'withdrawals'>;
  failures: readonly FailedCheck[];
  header: Buffer | null;
  transactions: readonly Buffer[] | null;
  receipts: readonly Buffer[] | null;
}>;

/** Proves a block, and encodes the proven parts. `receipts` are in the transactions' order. */
export async function encodeBlock(
  parts: Readonly<{ block: RpcBlock; receipts: readonly RpcReceipt[] }>,
  recover: SenderRecovery,
): Promise<EncodedBlock> {
  const { failures, transactions, receipts } = await proveBlock(parts, recover);
  const holds = (...checks: BlockCheck[]) => !failures.some(({ check }) => checks.includes(check));
  const { transactions: _transactions, withdrawals: _withdrawals, ...block } = parts.block;
  const isHeaderProven = holds('header_hash');
  return {
    block,
    failures,
    header: isHeaderProven ? encodeHeader(parts.block) : null,
    transactions: isHeaderProven && holds('transactions_root') ? transactions : null,
    receipts: isHeaderProven && holds('receipts_root') ? receipts : null,
  };
}
