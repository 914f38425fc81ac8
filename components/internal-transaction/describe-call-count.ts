import type { CallTree } from '@/lib/endpoints/call-tree';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { CallTreeLink } from './call-links';

type Counted = Pick<CallTree, 'calls_count' | 'matches_count' | 'root'> & {
  frames: readonly Pick<CallTree['frames'][number], 'index' | 'calls_count'>[];
};

/** How many calls there are, or match the filter; below another call than the outermost these are of those inside it. */
export function describeCallCount(tree: Counted, { only, q }: Pick<CallTreeLink, 'only' | 'q'>): string {
  const { calls_count: all, matches_count: matches, root, frames } = tree;
  if (only === undefined && q === undefined)
    return t('{count, plural, one {# call} other {# calls}}', { count: all });
  const inside = frames.find(({ index }) => index === root)?.calls_count;
  const count = root === 0 || inside === undefined ? all : inside + 1;
  return t(
    '{matches} of {count, plural, one {# call} other {# calls}} {only, select, value {transfer value} failing {failed} other {match}}',
    { matches: groupDigits(matches), count, only: q === undefined ? String(only) : 'changing' },
  );
}
