import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentTokenOf, type TokenMap } from '@/lib/api/token/present';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import type { StateChange } from '@/lib/endpoints/state-change';
import type { BalanceChange } from '@/lib/evm/balance-changes';
import type { TokenType } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';

/** A change of a coin balance; `balances` is null when only the change is known, `before` when only the balance after is. */
export type CoinChange = Readonly<{
  address: Buffer;
  change: bigint | null;
  balances: Readonly<{ before: bigint | null; after: bigint }> | null;
  isBeforeProven?: boolean;
}>;
/** A change of a token balance. */
export type TokenChange = Readonly<{
  address: Buffer;
  token_address: Buffer;
  token_type: TokenType;
  token_id: string | null;
  change: bigint;
}>;

/** Presents a change of a coin balance. */
export function presentCoinChange(
  { address, change, balances, isBeforeProven = false }: CoinChange,
  { addresses, miner }: { addresses: AddressMap; miner: Buffer },
): StateChange {
  return {
    type: 'coin',
    address: presentAddress(address, addresses),
    balance_before: balances === null || balances.before === null ? null : String(balances.before),
    balance_after: balances === null ? null : String(balances.after),
    change: change === null ? null : String(change),
    is_miner: address.equals(miner),
    token: null,
    token_id: null,
    is_before_proven: isBeforeProven,
  };
}

/** Presents a change of a token balance. */
export function presentTokenChange(
  change: TokenChange,
  balances: Pick<BalanceChange, 'before' | 'after'> | null,
  { addresses, tokens, miner }: { addresses: AddressMap; tokens: TokenMap; miner: Buffer },
): StateChange {
  return {
    type: 'token',
    address: presentAddress(change.address, addresses),
    balance_before: balances === null ? null : String(balances.before),
    balance_after: balances === null ? null : String(balances.after),
    change: String(change.change),
    is_miner: change.address.equals(miner),
    token: presentTokenOf(change, tokens),
    token_id: change.token_id,
    is_before_proven: false,
  };
}

/** Sums transfers by balance, in order of occurrence, without zero sums and encrypted amounts. */
export function sumTransfers(transfers: readonly TokenTransferRow[]): TokenChange[] {
  const sums = new Map<string, TokenChange>();
  for (const transfer of transfers) {
    const { token_address, token_type, token_id, from_address, to_address } = transfer;
    const value = transfer.value === null ? (token_id === null ? null : 1n) : BigInt(transfer.value);
    if (value === null) continue;
    for (const [address, sign] of [
      [from_address, -1n],
      [to_address, 1n],
    ] as const) {
      if (address.equals(ZERO_ADDRESS)) continue;
      const key = [address.toString('hex'), token_address.toString('hex'), token_id ?? ''].join('/');
      const known = sums.get(key) ?? { address, token_address, token_type, token_id, change: 0n };
      sums.set(key, { ...known, change: known.change + sign * value });
    }
  }
  return [...sums.values()].filter(({ change }) => change !== 0n);
}
