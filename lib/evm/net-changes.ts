/** The asset of movements of the native coin. */
export const COIN = 'coin';
/** Stands for no account: the source of what is minted, the end of what is burnt, the receiver of an unknown part. */
export const NOBODY = '';

/** A transfer of an asset; `amount` is null when encrypted. */
export type Movement = Readonly<{ asset: string; from: string; to: string; amount: bigint | null }>;

/** Net change of an asset; encrypted transfers have no sum (`amount` is null) and are counted by direction. */
type NetChange =
  | Readonly<{ asset: string; amount: bigint }>
  | Readonly<{ asset: string; amount: null; received: number; sent: number }>;

/** An account's net changes, in order of first transfer. */
export type AccountChanges = Readonly<{ account: string; changes: readonly NetChange[] }>;

type Sum = { amount: bigint; received: number; sent: number; isEncrypted: boolean };

/** Sums transfers by account and asset, in order of first transfer but `first`, omitting zeros and nobody. */
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

function presentChange(asset: string, { amount, received, sent, isEncrypted }: Sum): NetChange[] {
  if (isEncrypted) return [{ asset, amount: null, received, sent }];
  return amount === 0n ? [] : [{ asset, amount }];
}
