import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

type Props = { icon: IconName; title: string; children?: ReactNode };

/** Shown instead of an empty list: why, and what to do. */
export function EmptyState({ icon, title, children }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-14 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-sunken text-faint">
        <Icon name={icon} className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      {children && <div className="max-w-md text-sm text-soft">{children}</div>}
    </div>
  );
}

/** The same as a panel of its own, outside of any list. */
export function EmptyPanel(props: Props) {
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      <EmptyState {...props} />
    </div>
  );
}
