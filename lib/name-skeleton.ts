import toPrototypes from 'unhomoglyph';

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu;
/** Shorter names look alike by chance. */
const MIN_CHARACTERS = 3;

/**
 * The skeletons of a name as written and in lower case, equal for names that look alike, by Unicode's table of confusable
 * characters (UTS #39). Spaces do not count. None for a name of fewer than three characters.
 */
export function skeletonsOf(name: string): readonly string[] {
  const seen = name.replace(UNSEEN, '');
  if ([...seen].length < MIN_CHARACTERS) return [];
  return [...new Set([seen, seen.toLowerCase()].map(skeletonOf))];
}

function skeletonOf(text: string): string {
  return toPrototypes(text.normalize('NFD')).normalize('NFD');
}
