import type { BlockCheckResult } from '@/lib/indexer/repair/verify-block';

/** Number of blocks by result. */
export type Tally = Map<BlockCheckResult['kind'], number>;

const WORDS: Readonly<Record<BlockCheckResult['kind'], string>> = {
  proven: 'proven',
  repaired: 'repaired',
  different: 'different',
  unproven: 'not proven',
  other: 'another block at the node',
  missing: 'not indexed',
};
const KINDS: readonly BlockCheckResult['kind'][] = [
  'proven',
  'repaired',
  'different',
  'unproven',
  'other',
  'missing',
];

/** One line about a block that is not simply proven; undefined for one that is. */
export function describeResult(height: number, result: BlockCheckResult): string | undefined {
  if (result.kind === 'proven') return undefined;
  const word = `Block ${height}: ${WORDS[result.kind]}`;
  if (result.kind === 'different' || result.kind === 'repaired')
    return `${word} (${result.differences.join(' | ')})`;
  return result.kind === 'unproven' ? `${word}: ${result.reason}` : word;
}

/** `1,204 proven, 1 repaired`. */
export function describeTally(tally: Tally): string {
  const parts = KINDS.filter((kind) => (tally.get(kind) ?? 0) > 0).map(
    (kind) => `${(tally.get(kind) ?? 0).toLocaleString('en')} ${WORDS[kind]}`,
  );
  return parts.length > 0 ? parts.join(', ') : 'no blocks';
}

/** True when every block is proven or was repaired. */
export function isWhole(tally: Tally): boolean {
  return [...tally].every(([kind, count]) => kind === 'proven' || kind === 'repaired' || count === 0);
}
