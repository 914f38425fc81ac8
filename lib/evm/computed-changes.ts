/** A coin movement in wei; null for burnt or newly issued coins. */
export type CoinMove = Readonly<{ from: Buffer | null; to: Buffer | null; value: bigint }>;

/** Net change per account in wei, sorted by address; zero changes are left out. */
export function sumMoves(moves: readonly CoinMove[]): { address: Buffer; change: bigint }[] {
  const sums = new Map<string, { address: Buffer; change: bigint }>();
  const add = (address: Buffer | null, value: bigint) => {
    if (address === null) return;
    const key = address.toString('hex');
    const sum = sums.get(key) ?? { address, change: 0n };
    sums.set(key, { address, change: sum.change + value });
  };
  for (const { from, to, value } of moves) {
    add(from, -value);
    add(to, value);
  }
  return [...sums.entries()]
    .filter(([, { change }]) => change !== 0n)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, sum]) => sum);
}
