import { findBlock } from '@/lib/api/block/query';
import { listCoinLogs } from '@/lib/api/coin-transfer/query';
import type { CallContext } from '@/lib/api/implement';
import { isProven } from '@/lib/api/proof/query';
import { readFeeSource } from '@/lib/api/transaction/gas-present';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type CoinMove, isSameMoves, listFeeMoves, listLoggedMoves } from '@/lib/evm/coin-moves';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { type CoinMoveRow, listInternalMoves } from './coin-move-query';

/**
 * The coin a transaction moved. `isComplete`: nothing else moved coin, as far as the chain and `source` show. `isProven`:
 * that follows from the block's hash. `isContradicted`: the stored traces show other moves than the logs.
 */
export type CoinMoves = Readonly<{
  moves: readonly CoinMove[];
  feeRecipient: Buffer;
  isComplete: boolean;
  source: 'logs' | 'traces';
  isProven: boolean;
  isContradicted: boolean;
}>;

/** A deposit of the OP Stack may also mint coin to its sender, which is not summed up here. */
const OP_DEPOSIT = 126;
/** A transaction with more coin transfers than these is summed up by its traces. */
const MAX_LOGS = 20_000;

/** Of which rules a block is: Cancun (EIP-6780), and Amsterdam, from which on all coin transfers are logged (EIP-7708). */
type Rules = Readonly<{ isCancun: boolean; isAmsterdam: boolean }>;

/**
 * Loads value, fee and what calls moved: by the logs of coin transfers where the chain has these, else by the stored
 * traces. Both net and state changes are summed from it.
 */
export async function loadCoinMoves({ db }: CallContext, row: TransactionRow): Promise<CoinMoves> {
  const [block, calls, logs] = await Promise.all([
    findBlock(db, { number: row.block_number }),
    listInternalMoves(db, row.hash, MAX_CALLS),
    row.logs_count === 0 ? [] : listCoinLogs(db, row, MAX_LOGS + 1),
  ]);
  const rules = {
    isCancun: block?.excess_blob_gas !== null,
    isAmsterdam: (block?.block_access_list_hash ?? null) !== null,
  };
  const feeRecipient = block?.miner ?? ZERO_ADDRESS;
  const blobFee = BigInt(row.blob_gas_used ?? 0) * BigInt(row.blob_gas_price ?? 0);
  const fees = listFeeMoves({ ...readFeeSource(row), blobFee, payer: row.from_address, feeRecipient });
  const values = valueMoves(row);
  const traced = [...values, ...calls.map((call) => callMove(call, rules))];
  const hasLogs = logs.length <= MAX_LOGS && (rules.isAmsterdam || logs.length > 0);
  const logged = hasLogs ? listLoggedMoves(values, logs) : undefined;
  const isKnown = statusOf(row) !== null && row.type !== OP_DEPOSIT;
  const count = row.internal_transactions_count;
  const hasCalls = count !== null && count <= MAX_CALLS;
  if (logged === undefined) {
    const isComplete = isKnown && (count === null ? isPlainTransfer(row) : hasCalls);
    return {
      ...{ moves: [...traced, ...fees], feeRecipient, isComplete, source: 'traces' },
      ...{ isProven: false, isContradicted: false },
    };
  }
  return {
    ...{ moves: [...logged, ...fees], feeRecipient, isComplete: isKnown, source: 'logs' },
    isProven: await isProven(db, row.block_number),
    isContradicted: hasCalls && !isSameMoves(logged, traced),
  };
}

/** The coin that a transaction itself sends. */
export function valueMoves(row: TransactionRow): CoinMove[] {
  const to = row.to_address ?? row.created_contract;
  const value = BigInt(row.value);
  if (to === null || value === 0n || statusOf(row) === 'error') return [];
  return [{ kind: 'value', from: row.from_address, to, value }];
}

/**
 * A contract that names itself as the heir of its self-destruct burns its coin; since Cancun only if it is new, since
 * Amsterdam never (EIP-8246).
 */
export function callMove({ type, is_new, value, ...call }: CoinMoveRow, rules: Rules): CoinMove {
  const isBurnt =
    type === 'selfdestruct' &&
    call.from_address.equals(call.to_address) &&
    !rules.isAmsterdam &&
    (!rules.isCancun || is_new);
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
