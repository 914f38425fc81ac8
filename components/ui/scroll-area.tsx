import type { ReactNode } from 'react';
import { t } from '@/lib/language/t';
import { Markup } from './markup';

/** Tells that a diagram is wider than a narrow screen; `className` hides it where all of it fits. */
export function ScrollHint({ className }: { className: string }) {
  return (
    <p className={`no-print px-4 pt-2 text-xs text-faint ${className}`}>
      {t('Scroll sideways to see the whole diagram.')}
    </p>
  );
}

/** A scroll container that is focusable by keyboard. */
export function ScrollArea(props: { label: string; className: string; children: ReactNode }) {
  return (
    <Markup
      tag="section"
      attributes={{
        'aria-label': props.label,
        // without focus a keyboard could not scroll it
        tabIndex: 0,
        className: `overflow-auto ${props.className}`,
      }}
    >
      {props.children}
    </Markup>
  );
}
