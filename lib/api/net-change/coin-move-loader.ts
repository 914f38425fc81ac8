import { findBlock } from '@/lib/api/block/query';
import type { CallContext } from '@/lib/api/implement';
import { readFeeSource } from '@/lib/api/transaction/gas-present';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type CoinMove, listFeeMoves } from '@/lib/evm/coin-moves';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { type CoinMoveRow, listInternalMoves } from './coin-move-query';

/** The coin a transaction moved. `isComplete`: nothing else moved coin, as far as chain and traces show. */
export type CoinMoves = Readonly<{ moves: readonly CoinMove[]; feeRecipient: Buffer; isComplete: boolean }>;

/** A deposit of the OP Stack may also mint coin to its sender, which is not stored. */
const OP_DEPOSIT = 126;

/** Loads value, fee and the stored calls that moved coin: what both net and state changes are summed from. */
export async function loadCoinMoves({ db }: CallContext, row: TransactionRow): Promise<CoinMoves> {
  const [block, calls] = await Promise.all([
    findBlock(db, { number: row.block_number }),
    listInternalMoves(db, row.hash, MAX_CALLS),
  ]);
  const count = row.internal_transactions_count;
  const isTraced = count !== null ? count <= MAX_CALLS : isPlainTransfer(row);
  const feeRecipient = block?.miner ?? ZERO_ADDRESS;
  const blobFee = BigInt(row.blob_gas_used ?? 0) * BigInt(row.blob_gas_price ?? 0);
  return {
    moves: [
      ...valueMoves(row),
      ...calls.map((call) => callMove(call, block?.excess_blob_gas !== null)),
      ...listFeeMoves({ ...readFeeSource(row), blobFee, payer: row.from_address, feeRecipient }),
    ],
    feeRecipient,
    isComplete: isTraced && statusOf(row) !== null && row.type !== OP_DEPOSIT,
  };
}

function valueMoves(row: TransactionRow): CoinMove[] {
  const to = row.to_address ?? row.created_contract;
  const value = BigInt(row.value);
  if (to === null || value === 0n || statusOf(row) === 'error') return [];
  return [{ kind: 'value', from: row.from_address, to, value }];
}

/** A contract that names itself as the heir of its self-destruct burns its coin; since Cancun only if it is new. */
function callMove({ type, is_new, value, ...call }: CoinMoveRow, isCancun: boolean): CoinMove {
  const isBurnt =
    type === 'selfdestruct' && call.from_address.equals(call.to_address) && (!isCancun || is_new);
  return {
    kind: 'call',
    from: call.from_address,
    to: isBurnt ? null : call.to_address,
    value: BigInt(value),
  };
}

/** With the intrinsic gas only, no code ran. */
function isPlainTransfer(row: TransactionRow): boolean {
  return row.input.length === 0 && row.gas_used === '21000';
}
