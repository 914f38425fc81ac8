/** The asset of movements of the native coin. */
export const COIN_ASSET = 'coin';
/** Stands for no account: the source of mints, the target of burns, an unknown recipient. */
export const NOBODY = '';

/** A transfer of an asset; `amount` is null when encrypted. */
export type Movement = Readonly<{ asset: string; from: string; to: string; amount: bigint | null }>;

/** Kinds of movements; a fee is summed but not listed. */
export type MovementKind = 'value' | 'call' | 'fee' | 'transfer' | 'mint' | 'burn' | 'wrap' | 'unwrap';
/** A movement with its kind. */
export type TypedMovement = Movement & Readonly<{ kind: MovementKind }>;
/** Equal movements, added up. */
export type MergedMovement = Movement & Readonly<{ kind: Exclude<MovementKind, 'fee'>; count: number }>;

/** Net change of an asset; encrypted transfers have no sum (`amount` is null) and are counted by direction. */
type NetChange =
  | Readonly<{ asset: string; amount: bigint }>
  | Readonly<{ asset: string; amount: null; received: number; sent: number }>;

/** An account's net changes, in order of first transfer. */
export type AccountChanges = Readonly<{ account: string; changes: readonly NetChange[] }>;

type Sum = { amount: bigint; received: number; sent: number; isEncrypted: boolean };

/** Sums transfers by account and asset, `first` first, then in order of first transfer, without zero sums and no account. */
export function sumChanges(
  movements: readonly Movement[],
  { first }: { first?: string } = {},
): AccountChanges[] {
  const accounts = new Map<string, Map<string, Sum>>();
  const sumOf = (account: string, asset: string): Sum => {
    const assets = accounts.get(account) ?? new Map<string, Sum>();
    accounts.set(account, assets);
    const sum = assets.get(asset) ?? { amount: 0n, received: 0, sent: 0, isEncrypted: false };
    assets.set(asset, sum);
    return sum;
  };
  for (const { asset, from, to, amount } of movements) {
    for (const [account, sign] of [[from, -1n] as const, [to, 1n] as const]) {
      if (account === NOBODY) continue;
      const sum = sumOf(account, asset);
      sum.amount += sign * (amount ?? 0n);
      if (amount !== null) continue;
      sum.isEncrypted = true;
      if (sign > 0n) sum.received += 1;
      else sum.sent += 1;
    }
  }
  const all = [...accounts].flatMap(([account, assets]) => {
    const changes = [...assets].flatMap(([asset, sum]) => presentChange(asset, sum));
    return changes.length === 0 ? [] : [{ account, changes }];
  });
  const isFirst = ({ account }: AccountChanges) => account === first;
  return [...all.filter(isFirst), ...all.filter((entry) => !isFirst(entry))];
}

/** The kind of a token transfer, by sender and receiver. */
export function kindOfTransfer({ from, to }: Pick<Movement, 'from' | 'to'>, isWrap = false): MovementKind {
  if (from === NOBODY) return isWrap ? 'wrap' : 'mint';
  if (to === NOBODY) return isWrap ? 'unwrap' : 'burn';
  return 'transfer';
}

/** Adds up movements of the same kind, ends and asset, in order of first occurrence, without fees. */
export function mergeMovements(movements: readonly TypedMovement[]): MergedMovement[] {
  const merged = new Map<string, MergedMovement>();
  for (const { kind, from, to, asset, amount } of movements) {
    if (kind === 'fee') continue;
    const key = [kind, from, to, asset].join('/');
    const known = merged.get(key);
    const sum = known === undefined ? amount : addAmounts(known.amount, amount);
    merged.set(key, { kind, from, to, asset, amount: sum, count: (known?.count ?? 0) + 1 });
  }
  return [...merged.values()];
}

function addAmounts(left: bigint | null, right: bigint | null): bigint | null {
  return left === null || right === null ? null : left + right;
}

function presentChange(asset: string, { amount, received, sent, isEncrypted }: Sum): NetChange[] {
  if (isEncrypted) return [{ asset, amount: null, received, sent }];
  return amount === 0n ? [] : [{ asset, amount }];
}
