import { Markup } from '@/components/ui/markup';
import type { CallFrame, Omission } from '@/lib/endpoints/call-tree';
import { t } from '@/lib/language/t';
import { callHref } from './call-links';
import { CallRow } from './call-row';
import { countRepeats } from './count-repeats';
import type { RowContext } from './row-context';

type Props = {
  frames: readonly CallFrame[];
  omissions: readonly Omission[];
  context: RowContext;
};

type Branch = Readonly<{
  childrenOf: (index: number) => readonly CallFrame[];
  omissionsOf: (index: number) => readonly Omission[];
  context: RowContext;
  openTo: number | undefined;
}>;

/** Calls as a tree that folds without a script; what is left out is a link. */
export function CallTree({ frames, omissions, context }: Props) {
  const shown = new Set(frames.map(({ index }) => index));
  const children = groupBy(frames, ({ parent }) => parent ?? -1);
  const omitted = groupBy(omissions, ({ parent }) => parent);
  const branch = {
    childrenOf: (index: number) => children.get(index) ?? [],
    omissionsOf: (index: number) => omitted.get(index) ?? [],
    context,
    openTo:
      context.link.depth === undefined || context.link.q !== undefined
        ? undefined
        : Number(context.link.depth) + (frames[0]?.depth ?? 0),
  };
  return (
    <Markup tag="ul" attributes={{ className: 'calls' }}>
      {frames
        .filter(({ parent }) => parent === null || !shown.has(parent))
        .map((call) => (
          <CallItem key={call.index} call={call} branch={branch} isStatic={false} />
        ))}
    </Markup>
  );
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

type ItemProps = Readonly<{ call: CallFrame; branch: Branch; isStatic: boolean }>;

/** `isStatic`: within a call that cannot change state. `repeated` are the equal calls that follow it at once. */
function CallItem({
  call,
  branch,
  isStatic,
  repeated = [],
}: ItemProps & { repeated?: readonly CallFrame[] }) {
  const isInner = isStatic || call.type === 'staticcall';
  const children = branch.childrenOf(call.index);
  const omissions = branch.omissionsOf(call.index);
  const isLeaf = children.length === 0 && omissions.length === 0;
  return (
    <li id={`call-${call.index}`} className="call">
      <CallRow call={call} context={branch.context} isStatic={isInner} repeats={repeated.length} />
      {repeated.length > 0 && (
        <details>
          <summary>
            <span className="sr-only">{t('The calls that repeat it')}</span>
          </summary>
          <ul>
            {repeated.map((one) => (
              <CallItem key={one.index} call={one} branch={branch} isStatic={isStatic} />
            ))}
          </ul>
        </details>
      )}
      {!isLeaf && (
        <details open={branch.openTo === undefined || call.depth < branch.openTo}>
          <summary>
            <span className="sr-only">
              {t('{count, plural, one {# call} other {# calls}} inside', { count: call.calls_count })}
            </span>
          </summary>
          <ul>
            {countRepeats(children, (child) => omissions.some(({ next }) => next === child.index)).map(
              ({ first, repeated: others }) => [
                ...omissions
                  .filter(({ next }) => next === first.index)
                  .map((gap) => <Gap key={gap.from} gap={gap} call={call} branch={branch} />),
                <CallItem
                  key={first.index}
                  call={first}
                  branch={branch}
                  isStatic={isInner}
                  repeated={others}
                />,
              ],
            )}
            {omissions
              .filter(({ next }) => next === null)
              .map((gap) => (
                <Gap key={gap.from} gap={gap} call={call} branch={branch} />
              ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Link to the calls that the page leaves out here. */
function Gap({ gap, call, branch }: { gap: Omission; call: CallFrame; branch: Branch }) {
  const isAll = branch.childrenOf(call.index).length === 0;
  const calls =
    gap.calls > gap.children
      ? t('{count, plural, one {# call} other {# calls}}, {own} of them by call {index} itself', {
          count: gap.calls,
          own: gap.children,
          index: call.index,
        })
      : t('{count, plural, one {# call} other {# calls}}', { count: gap.calls });
  return (
    <li className="call-gap">
      <a href={callHref(branch.context.link, call.index, isAll ? undefined : gap.from)}>
        {isAll ? t('Show {calls}', { calls }) : t('Show more: {calls}', { calls })}
      </a>
    </li>
  );
}
