import toPrototypes from 'unhomoglyph';

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{White_Space}]/gu;
/** Shorter ones are alike by chance. */
const MIN_CHARACTERS = 3;

/**
 * What names that look alike have in common, by the table of confusable characters of Unicode (UTS #39): the skeletons of a
 * name as it is written, and in lower case. Spaces do not count. None for a name of fewer than three characters.
 */
export function skeletonsOf(name: string): readonly string[] {
  const seen = name.replace(UNSEEN, '');
  if ([...seen].length < MIN_CHARACTERS) return [];
  return [...new Set([seen, seen.toLowerCase()].map(skeletonOf))];
}

function skeletonOf(text: string): string {
  return toPrototypes(text.normalize('NFD')).normalize('NFD');
}
