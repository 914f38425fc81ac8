/** Digits that readers compare at either end, at least those that any list shows. */
const COMPARED = 4;

/** Lower-case addresses that begin and end with the same digits as another one. */
export function findLookAlikes(hashes: Iterable<string>): ReadonlySet<string> {
  const byShortened = new Map<string, Set<string>>();
  for (const hash of hashes) {
    const full = hash.toLowerCase();
    const shortened = `${full.slice(0, 2 + COMPARED)}${full.slice(-COMPARED)}`;
    byShortened.set(shortened, (byShortened.get(shortened) ?? new Set()).add(full));
  }
  return new Set([...byShortened.values()].filter((group) => group.size > 1).flatMap((group) => [...group]));
}
