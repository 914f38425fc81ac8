import type { Address } from '@/lib/endpoints/address-mention';
import type { AssetChange, AssetMovement, NetChanges } from '@/lib/endpoints/net-change';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { COIN, type Movement, NOBODY, sumChanges } from '@/lib/evm/net-changes';
import { hasTrait } from '@/lib/evm/token-standards';
import { parseInteger } from '@/lib/format/amount';
import { ZERO_ADDRESS_HASH } from '@/lib/format/hash';

type Asset = Pick<AssetMovement, 'token' | 'token_id'>;
const THE_COIN: Asset = { token: null, token_id: null };
const NO_PRICE = { historic_exchange_rate: null, historic_exchange_rate_source: null };

/**
 * Net changes summed up from a transaction and its transfers alone, for an API that does not give them: the coin is
 * value and fee.
 */
export function sumTransfers(transaction: Transaction, transfers: readonly TokenTransfer[]): NetChanges {
  const accounts = new Map<string, Address>();
  const assets = new Map<string, Asset>([[COIN, THE_COIN]]);
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
  const movements: Movement[] = [
    ...(receiver === null ? [] : [{ asset: COIN, from, to: keyOf(receiver, false), amount: value }]),
    { asset: COIN, from, to: NOBODY, amount: BigInt(fee?.total ?? 0) },
    ...transfers.map((transfer) => {
      const { key, asset, amount } = readTransfer(transfer);
      assets.set(key, asset);
      return { asset: key, from: keyOf(transfer.from, true), to: keyOf(transfer.to, true), amount };
    }),
  ];
  const items = sumChanges(movements, { first: from }).flatMap(({ account, changes }) => {
    const address = accounts.get(account);
    if (address === undefined) return [];
    const shown = changes.map((change): AssetChange => {
      const { token, token_id } = assets.get(change.asset) ?? THE_COIN;
      const asset = { token, token_id, ...NO_PRICE };
      if (change.amount !== null) return { ...asset, amount: String(change.amount), received: 0, sent: 0 };
      return { ...asset, amount: null, received: change.received, sent: change.sent };
    });
    return [{ address, changes: shown }];
  });
  const moved = [...listValue(transaction, receiver, value), ...transfers.map(toMovement)];
  return {
    ...{ items, next_page_params: null, accounts_count: items.length, fee },
    ...{ movements: moved, movements_count: moved.length },
    coin_source: isPlainTransfer(transaction) ? 'traces' : 'none',
    meta: null,
  };
}

function listValue(transaction: Transaction, to: Address | null, value: bigint): AssetMovement[] {
  if (to === null || value === 0n) return [];
  return [{ ...THE_COIN, kind: 'value', from: transaction.from, to, amount: String(value), count: 1 }];
}

const KINDS = {
  token_transfer: 'transfer',
  token_minting: 'mint',
  token_burning: 'burn',
  token_spawning: 'mint',
} as const;

function toMovement(transfer: TokenTransfer): AssetMovement {
  const { asset, amount } = readTransfer(transfer);
  const end = (address: Address) => (address.hash === ZERO_ADDRESS_HASH ? null : address);
  return {
    ...asset,
    kind: KINDS[transfer.type],
    from: end(transfer.from),
    to: end(transfer.to),
    amount: amount === null ? null : String(amount),
    count: 1,
  };
}

function readFee(transaction: Transaction): NetChanges['fee'] {
  const total = transaction.fee.type === 'actual' ? parseInteger(transaction.fee.value) : undefined;
  if (total === undefined || total === 0n) return null;
  const priority = parseInteger(transaction.priority_fee) ?? 0n;
  const burnt = parseInteger(transaction.transaction_burnt_fee) ?? 0n;
  return {
    total: String(total),
    burnt: String(burnt),
    priority: String(priority),
    blob: '0',
    rollup: '0',
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
