import { shortenHash } from './hash';

/** Lower-case addresses that are equal to another one when shortened. */
export function findLookAlikes(hashes: Iterable<string>): ReadonlySet<string> {
  const byShortened = new Map<string, Set<string>>();
  for (const hash of hashes) {
    const full = hash.toLowerCase();
    const shortened = shortenHash(full);
    byShortened.set(shortened, (byShortened.get(shortened) ?? new Set()).add(full));
  }
  return new Set([...byShortened.values()].filter((group) => group.size > 1).flatMap((group) => [...group]));
}
