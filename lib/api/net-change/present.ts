import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentPriceThen } from '@/lib/api/price/present';
import type { PriceRow } from '@/lib/api/price/query';
import { presentTokenOf, type TokenMap } from '@/lib/api/token/present';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import {
  type AccountNetChanges,
  type AssetMovement,
  MAX_ACCOUNT_CHANGES,
  type NetChanges,
} from '@/lib/endpoints/net-change';
import { type CoinMove, FEE_PARTS, receiverOf } from '@/lib/evm/coin-moves';
import {
  type AccountChanges,
  COIN_ASSET,
  kindOfTransfer,
  type MergedMovement,
  NOBODY,
  type TypedMovement,
} from '@/lib/evm/net-changes';
import type { TokenType } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';

/** Movements between accounts, which are lower-case hex without 0x. */
export type Movements = readonly TypedMovement[];
/** Tokens by asset. */
export type AssetMap = ReadonlyMap<
  string,
  Pick<TokenTransferRow, 'token_address' | 'token_id'> & { token_type: TokenType }
>;
/** Data shared by movements. */
export type MovementContext = Readonly<{ addresses: AddressMap; tokens: TokenMap; assets: AssetMap }>;
/** Data shared by net changes. */
export type NetChangeContext = MovementContext &
  Readonly<{
    /** The price of a token, or with undefined of the coin, at the block. */
    priceOf: (token: Buffer | undefined) => PriceRow | null;
  }>;

/** The coin of value, calls and fee. */
export function coinMovements(moves: readonly CoinMove[]): Movements {
  return moves.map(({ kind, from, to, value }) => ({
    kind: kind === 'value' || kind === 'call' ? kind : 'fee',
    asset: COIN_ASSET,
    from: from?.toString('hex') ?? NOBODY,
    to: to?.toString('hex') ?? NOBODY,
    amount: value,
  }));
}

/** The tokens of transfers; the zero address is no account. */
export function tokenMovements(transfers: readonly TokenTransferRow[]): Movements {
  const end = (party: Buffer) => (party.equals(ZERO_ADDRESS) ? NOBODY : party.toString('hex'));
  return transfers.map((row) => {
    const ends = { from: end(row.from_address), to: end(row.to_address) };
    const { value, token_id, is_wrap } = row;
    const amount = value === null ? (token_id === null ? null : 1n) : BigInt(value);
    return { kind: kindOfTransfer(ends, is_wrap), asset: assetOf(row), ...ends, amount };
  });
}

const assetOf = ({ token_address, token_id }: Pick<TokenTransferRow, 'token_address' | 'token_id'>) =>
  `${token_address.toString('hex')}${token_id === null ? '' : ` ${token_id}`}`;

/** The tokens of transfers by asset. */
export function listAssets(transfers: readonly TokenTransferRow[]): AssetMap {
  return new Map(transfers.map((row) => [assetOf(row), row]));
}

/** Presents an account's changes. */
export function presentAccountChanges(
  { account, changes }: AccountChanges,
  context: NetChangeContext,
): AccountNetChanges {
  return {
    address: presentAddress(Buffer.from(account, 'hex'), context.addresses),
    changes_count: changes.length,
    changes: changes.slice(0, MAX_ACCOUNT_CHANGES).map((change) => ({
      ...presentAsset(change.asset, context),
      amount: change.amount === null ? null : String(change.amount),
      received: change.amount === null ? change.received : 0,
      sent: change.amount === null ? change.sent : 0,
      ...presentPriceThen(context.priceOf(context.assets.get(change.asset)?.token_address)),
    })),
  };
}

/** Presents movements that were added up. */
export function presentMovement(
  { kind, from, to, asset, amount, count }: MergedMovement,
  context: MovementContext,
): AssetMovement {
  const party = (key: string) =>
    key === NOBODY ? null : presentAddress(Buffer.from(key, 'hex'), context.addresses);
  return {
    kind,
    from: party(from),
    to: party(to),
    ...presentAsset(asset, context),
    amount: amount === null ? null : String(amount),
    count,
  };
}

/** Presents the fee among the moves in a block of `feeRecipient`; null if there is none. */
export function presentPaidFee(
  { moves, feeRecipient }: Readonly<{ moves: readonly CoinMove[]; feeRecipient: Buffer }>,
  { addresses }: MovementContext,
): NetChanges['fee'] {
  const parts = moves.filter(({ kind }) => FEE_PARTS.some((part) => part === kind));
  if (parts.length === 0) return null;
  const sum = (isIncluded: (move: CoinMove) => boolean) =>
    String(parts.filter(isIncluded).reduce((total, { value }) => total + value, 0n));
  // also without a priority fee: transactions pay it by their calls, too
  const recipient = receiverOf('priority', feeRecipient);
  const isBurnt = ({ kind, to }: CoinMove) => kind === 'base' && to === null;
  return {
    total: sum(() => true),
    burnt: sum(isBurnt),
    priority: sum(({ kind }) => kind === 'priority'),
    blob: sum(({ kind }) => kind === 'blob'),
    rollup: sum(
      (move) => move.kind === 'l1' || move.kind === 'operator' || (move.kind === 'base' && !isBurnt(move)),
    ),
    recipient: recipient === null ? null : presentAddress(recipient, addresses),
  };
}

function presentAsset(asset: string, { assets, tokens }: MovementContext) {
  const found = assets.get(asset);
  return {
    token: found === undefined ? null : presentTokenOf(found, tokens),
    token_id: found?.token_id ?? null,
  };
}
