import type { ReactNode } from 'react';
import { Icon } from './icon';

/** A collapsible section, without a script. */
export function Disclosure(props: {
  title: ReactNode;
  aside?: ReactNode;
  id?: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details id={props.id} open={props.isOpen === true} className="group">
      <summary className="flex min-h-9 items-center gap-2 px-4 py-1.5 text-sm hover:bg-hover">
        <Icon name="chevronRight" className="chevron size-3.5 text-faint" />
        <span className="font-medium">{props.title}</span>
        {props.aside && <span className="ml-auto text-xs text-faint">{props.aside}</span>}
      </summary>
      {props.children}
    </details>
  );
}
