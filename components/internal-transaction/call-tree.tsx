import { Markup } from '@/components/ui/markup';
import type { CallFrame, Omission } from '@/lib/endpoints/call-tree';
import { t } from '@/lib/language/t';
import { callHref } from './call-links';
import { CallRow, type RowContext } from './call-row';

type Props = {
  frames: readonly CallFrame[];
  omissions: readonly Omission[];
  context: RowContext;
};

type Branch = Readonly<{
  childrenOf: (index: number) => readonly CallFrame[];
  omissionsOf: (index: number) => readonly Omission[];
  context: RowContext;
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

/** `isStatic`: within a call that cannot change state. */
function CallItem({ call, branch, isStatic }: { call: CallFrame; branch: Branch; isStatic: boolean }) {
  const isInner = isStatic || call.type === 'staticcall';
  const children = branch.childrenOf(call.index);
  const omissions = branch.omissionsOf(call.index);
  const isLeaf = children.length === 0 && omissions.length === 0;
  return (
    <li id={`call-${call.index}`} className="call">
      <CallRow call={call} context={branch.context} isStatic={isInner} />
      {!isLeaf && (
        <details open>
          <summary>
            <span className="sr-only">
              {t('{count, plural, one {# call} other {# calls}} inside', { count: call.calls_count })}
            </span>
          </summary>
          <ul>
            {children.map((child) => [
              ...omissions
                .filter(({ next }) => next === child.index)
                .map((gap) => <Gap key={gap.from} gap={gap} call={call} branch={branch} />),
              <CallItem key={child.index} call={child} branch={branch} isStatic={isInner} />,
            ])}
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
