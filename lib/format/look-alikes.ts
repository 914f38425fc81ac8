import { shortenHash } from './hash';

/** Lower-case addresses that are equal to another one when shortened. */
export function findLookAlikes(hashes: Iterable<string>): ReadonlySet<string> {
  const byLook = new Map<string, Set<string>>();
  for (const hash of hashes) {
    const full = hash.toLowerCase();
    const look = shortenHash(full);
    byLook.set(look, (byLook.get(look) ?? new Set()).add(full));
  }
  return new Set([...byLook.values()].filter((group) => group.size > 1).flatMap((group) => [...group]));
}
