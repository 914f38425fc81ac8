import type { AssetChange, AssetMovement, NetChanges } from '@/lib/endpoints/net-change';
import { isFungible } from '@/lib/evm/token-standards';
import { splitChanges } from './split-changes';

/** What an account gave and got in a transaction; `isWhole`: it has no further changes. */
export type Sides = Readonly<{
  gave: readonly AssetChange[];
  got: readonly AssetChange[];
  isWhole: boolean;
}>;

/** Less coin says nothing beside other assets: bots attach some as an argument. */
const DUST = 10n ** 13n;

/** What an account gave and got, its fee apart if it is the sender; undefined if nothing is known of it. */
export function sidesOf(net: NetChanges, account: string, isSender: boolean): Sides | undefined {
  const found = net.items.find(({ address }) => isSame(address.hash, account));
  if (found === undefined) return undefined;
  const { gave, got } = splitChanges(found.changes, isSender ? net.fee : null);
  return { gave, got, isWhole: found.changes_count === found.changes.length };
}

/** Without coin that contracts passed on to the fee recipient of the block, or that is dust beside other assets. */
export function withoutTip({ gave, got, isWhole }: Sides, tip: bigint): Sides {
  const isSize = (change: AssetChange) => change.token !== null || sizeOf(change) >= DUST;
  const paid = gave.filter((change) => isSize(change) && (change.token !== null || sizeOf(change) > tip));
  const gained = got.filter(isSize);
  return { gave: paid, got: gained.length + paid.length === 0 ? got : gained, isWhole };
}

/** The coin that contracts sent to the fee recipient of the block: what was paid for a place in it. */
export function tipOf({ movements, fee }: NetChanges): bigint {
  const paid = movements.filter(
    ({ kind, token, to }) => kind === 'call' && token === null && isSame(to?.hash, fee?.recipient?.hash),
  );
  return paid.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n);
}

/** Whether most of an asset that an account gave or got was burnt or minted: shares, positions, debts. */
export function isMadeAnew({ movements }: NetChanges, change: AssetChange): boolean {
  const size = sizeOf(change);
  const made = movements.filter(
    (movement) => (movement.kind === 'mint' || movement.kind === 'burn') && isSameAsset(movement, change),
  );
  return size > 0n && made.some(({ amount }) => 2n * BigInt(amount ?? 0) >= size);
}

/** The amount without its sign; 0 if it is not known. */
export function sizeOf({ amount }: Pick<AssetChange, 'amount'>): bigint {
  const value = BigInt(amount ?? 0);
  return value < 0n ? -value : value;
}

/** Whether it is an amount of coin or of a token of which all units are alike. */
export function isCountable({ token, token_id, amount }: AssetChange): boolean {
  return amount !== null && token_id === null && (token === null || isFungible(token.type ?? 'ERC-20'));
}

/** Whether two amounts are of the same coin, token or NFT. */
export function isSameAsset(one: Asset, other: Asset): boolean {
  return one.token?.address_hash === other.token?.address_hash && one.token_id === other.token_id;
}
type Asset = Pick<AssetMovement, 'token' | 'token_id'>;

/** Whether two addresses are the same; false without one. */
export function isSame(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && left.toLowerCase() === right?.toLowerCase();
}
