/** A transfer of the underlying ERC-20 token from (`out`) or to (`in`) its wrapper; `account` is the other side. */
export type Leg = Readonly<{ logIndex: number; side: 'in' | 'out'; account: string; amount: bigint }>;

/** A mint by the wrapper, or what it paid out for an unwrap, in its own unit. */
export type Settlement = Readonly<{ logIndex: number; account: string; paid: bigint | null }>;

/**
 * What the ERC-20 side of each mint and unwrap in ONE transaction moved, by log index. `legs` and `settlements` are all of the
 * transaction, in order; `rate` is what one unit of the wrapper is in units of the ERC-20 token. A mint has the only transfer
 * since the mint before it. An unwrap has one to its receiver of exactly the amount that it tells; each transfer counts once.
 */
export function pairLegs(
  legs: readonly Leg[],
  settlements: readonly Settlement[],
  rate: bigint,
): ReadonlyMap<number, bigint> {
  const pairs = new Map<number, bigint>();
  const used = new Set<Leg>();
  let previous = -1;
  for (const { logIndex, account, paid } of settlements) {
    if (paid === null) {
      const since = legs.filter(
        (leg) => leg.side === 'in' && leg.logIndex > previous && leg.logIndex < logIndex,
      );
      previous = logIndex;
      const [only] = since;
      if (only && since.length === 1) pairs.set(logIndex, only.amount);
      continue;
    }
    const leg = legs.find(
      (one) => one.side === 'out' && one.account === account && one.amount === paid * rate && !used.has(one),
    );
    if (leg === undefined) continue;
    used.add(leg);
    pairs.set(logIndex, leg.amount);
  }
  return pairs;
}
