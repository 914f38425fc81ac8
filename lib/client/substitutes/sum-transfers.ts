import type { Address } from '@/lib/endpoints/address-mention';
import {
  type AssetChange,
  type AssetMovement,
  MAX_ACCOUNT_CHANGES,
  type NetChanges,
} from '@/lib/endpoints/net-change';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import {
  COIN_ASSET,
  kindOfTransfer,
  mergeMovements,
  NOBODY,
  sumChanges,
  type TypedMovement,
} from '@/lib/evm/net-changes';
import { hasTrait } from '@/lib/evm/token-standards';
import { parseInteger } from '@/lib/format/amount';
import { splitFee } from '@/lib/format/fee-split';
import { SYSTEM_ADDRESS_HASH, ZERO_ADDRESS_HASH } from '@/lib/format/hash';

type Asset = Pick<AssetMovement, 'token' | 'token_id'>;
const THE_COIN: Asset = { token: null, token_id: null };
const NO_PRICE = { historic_exchange_rate: null, historic_exchange_rate_source: null };

/**
 * Net changes summed up from a transaction and its transfers alone, for an API that does not give them: the coin is
 * value and fee. Logs of coin transfers, which the API may take for those of a token, are left out.
 */
export function sumTransfers(transaction: Transaction, transfers: readonly TokenTransfer[]): NetChanges {
  const accounts = new Map<string, Address>();
  const assets = new Map<string, Asset>([[COIN_ASSET, THE_COIN]]);
  const keyOf = (address: Address, isToken: boolean) => {
    const key = address.hash.toLowerCase();
    if (isToken && key === ZERO_ADDRESS_HASH) return NOBODY;
    if (!accounts.has(key)) accounts.set(key, address);
    return key;
  };
  const from = keyOf(transaction.from, false);
  const receiver = transaction.to ?? transaction.created_contract;
  const value = transaction.status === 'error' ? 0n : (parseInteger(transaction.value) ?? 0n);
  const fee = readFee(transaction);
  const moved: TypedMovement[] = [
    ...(receiver === null || value === 0n
      ? []
      : [{ kind: 'value' as const, asset: COIN_ASSET, from, to: keyOf(receiver, false), amount: value }]),
    { kind: 'fee', asset: COIN_ASSET, from, to: NOBODY, amount: BigInt(fee?.total ?? 0) },
    ...transfers.filter(isOfToken).map((transfer) => {
      const { key, asset, amount } = readTransfer(transfer);
      assets.set(key, asset);
      const ends = { from: keyOf(transfer.from, true), to: keyOf(transfer.to, true) };
      return { kind: kindOfTransfer(ends), asset: key, ...ends, amount };
    }),
  ];
  const assetOf = (key: string) => assets.get(key) ?? THE_COIN;
  const items = sumChanges(moved, { first: from }).flatMap(({ account, changes }) => {
    const address = accounts.get(account);
    const shown = changes.slice(0, MAX_ACCOUNT_CHANGES).map(({ asset, ...change }): AssetChange => {
      const amount = change.amount === null ? null : String(change.amount);
      return { ...assetOf(asset), ...NO_PRICE, received: 0, sent: 0, ...change, amount };
    });
    return address === undefined ? [] : [{ address, changes: shown, changes_count: changes.length }];
  });
  const movements = mergeMovements(moved).map(({ asset, amount, ...movement }) => ({
    ...movement,
    ...assetOf(asset),
    from: accounts.get(movement.from) ?? null,
    to: accounts.get(movement.to) ?? null,
    amount: amount === null ? null : String(amount),
  }));
  return {
    ...{ items, next_page_params: null, accounts_count: items.length, fee },
    ...{ movements, movements_count: movements.length },
    is_coin_proven: false,
    coin_source: isPlainTransfer(transaction) ? 'traces' : 'none',
    meta: null,
  };
}

const isOfToken = ({ token }: TokenTransfer) => token.address_hash.toLowerCase() !== SYSTEM_ADDRESS_HASH;

function readFee(transaction: Transaction): NetChanges['fee'] {
  const total = transaction.fee.type === 'actual' ? parseInteger(transaction.fee.value) : undefined;
  if (total === undefined || total === 0n) return null;
  const amountOf = (text: string | null) => parseInteger(text) ?? 0n;
  const rollup = amountOf(transaction.l1_fee) + amountOf(transaction.operator_fee);
  // the API says nothing of the parts for transactions with a gas price
  const split = splitFee({
    ...{ fee: total, other: rollup },
    gasUsed: parseInteger(transaction.gas_used),
    baseFeePerGas: parseInteger(transaction.base_fee_per_gas),
  });
  return {
    total: String(total),
    burnt: String(parseInteger(transaction.transaction_burnt_fee) ?? split?.burnt ?? 0n),
    priority: String(parseInteger(transaction.priority_fee) ?? split?.priority ?? 0n),
    blob: String(amountOf(transaction.blob_gas_used) * amountOf(transaction.blob_gas_price)),
    rollup: String(rollup),
    recipient: null,
  };
}

/** With the intrinsic gas only, no code ran. */
function isPlainTransfer(transaction: Transaction): boolean {
  return transaction.raw_input === '0x' && transaction.gas_used === '21000';
}

function readTransfer(transfer: TokenTransfer): { asset: Asset; key: string; amount: bigint | null } {
  const { token, total } = transfer;
  const address = token.address_hash.toLowerCase();
  if (hasTrait(transfer.token_type ?? token.type, 'encrypted'))
    return { asset: { token, token_id: null }, key: address, amount: null };
  const token_id = total?.token_id ?? null;
  const value = parseInteger(total?.value ?? null);
  return {
    asset: { token, token_id },
    key: token_id === null ? address : `${address} ${token_id}`,
    amount: value ?? (token_id === null ? null : 1n),
  };
}
