import type { Verdict } from '@/lib/indexer/repair/verify-block';

/** How many blocks there are of each verdict. */
export type Tally = Map<Verdict['kind'], number>;

const WORDS: Readonly<Record<Verdict['kind'], string>> = {
  proven: 'proven',
  repaired: 'repaired',
  different: 'different',
  unproven: 'not proven',
  other: 'another block at the node',
  missing: 'not indexed',
};
const KINDS: readonly Verdict['kind'][] = ['proven', 'repaired', 'different', 'unproven', 'other', 'missing'];

/** One line about a block that is not simply proven; undefined for one that is. */
export function describeVerdict(height: number, verdict: Verdict): string | undefined {
  if (verdict.kind === 'proven') return undefined;
  const word = `Block ${height}: ${WORDS[verdict.kind]}`;
  if (verdict.kind === 'different' || verdict.kind === 'repaired')
    return `${word} (${verdict.differences.join(' | ')})`;
  return verdict.kind === 'unproven' ? `${word}: ${verdict.reason}` : word;
}

/** `1,204 proven, 1 repaired`. */
export function describeTally(tally: Tally): string {
  const parts = KINDS.filter((kind) => (tally.get(kind) ?? 0) > 0).map(
    (kind) => `${(tally.get(kind) ?? 0).toLocaleString('en')} ${WORDS[kind]}`,
  );
  return parts.length > 0 ? parts.join(', ') : 'no blocks';
}

/** Whether every block holds, now. */
export function isWhole(tally: Tally): boolean {
  return [...tally].every(([kind, count]) => kind === 'proven' || kind === 'repaired' || count === 0);
}
