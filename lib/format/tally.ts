/** Total weight and count of a group. */
export type Tally = Readonly<{ key: string; weight: number; count: number }>;

/** Groups and sums by key, heaviest first, ties in order of first occurrence. */
export function tallyBy<T>(
  items: readonly T[],
  key: (item: T) => string,
  weight: (item: T) => number,
): Tally[] {
  const tallies = new Map<string, { weight: number; count: number }>();
  for (const item of items) {
    const tally = tallies.get(key(item)) ?? { weight: 0, count: 0 };
    tally.weight += weight(item);
    tally.count += 1;
    tallies.set(key(item), tally);
  }
  return [...tallies]
    .map(([name, tally]) => ({ key: name, ...tally }))
    .sort((one, other) => other.weight - one.weight);
}
