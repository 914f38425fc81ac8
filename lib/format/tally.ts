/** How much one group of things weighs, and how many they are. */
export type Tally = Readonly<{ key: string; weight: number; count: number }>;

/** Adds up things by key, the heaviest first, equal ones in the order in which they first came. */
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
