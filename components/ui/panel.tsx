import type { ReactNode } from 'react';

/** A titled section; `aside` is to the right of the title. */
export function Panel(props: {
  title: ReactNode;
  id?: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={props.id}
      className={`min-w-0 rounded-md border border-line bg-surface shadow-panel ${props.className ?? ''}`}
    >
      <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h2 id={props.id} className="text-sm font-semibold">
          {props.title}
        </h2>
        {props.aside && <div className="text-sm text-soft">{props.aside}</div>}
      </header>
      {props.children}
    </section>
  );
}

/** A definition list with separators. */
export function Rows({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

export function Row({ label, hint, children }: { label: ReactNode; hint?: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 px-4 py-1.5">
      <dt className="text-sm text-soft" title={hint}>
        {label}
      </dt>
      <dd className="wrap-any ms-auto min-w-0 text-end text-sm">{children}</dd>
    </div>
  );
}
