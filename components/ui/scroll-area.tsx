import type { ReactNode } from 'react';

/** A scroll container that is focusable by keyboard. */
export function ScrollArea(props: { label: string; className: string; children: ReactNode }) {
  return (
    <section
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus a keyboard could not scroll it
      tabIndex={0}
      className={`overflow-auto ${props.className}`}
    >
      {props.children}
    </section>
  );
}
