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
      <summary className="fold">
        <Icon name="chevronRight" className="chevron" />
        <span>{props.title}</span>
        {props.aside && <small>{props.aside}</small>}
      </summary>
      {props.children}
    </details>
  );
}
