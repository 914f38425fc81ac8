import type { ReactNode } from 'react';

/** A grid of facts; `className` sets the columns, which are the same whether all facts are there or not: nothing shifts while they come. */
export function Facts({ className, children }: { className: string; children: ReactNode }) {
  return (
    <dl className={`grid overflow-hidden rounded-md border border-line bg-surface shadow-panel ${className}`}>
      {children}
    </dl>
  );
}

export function Fact(props: { label: ReactNode; hint?: string; className?: string; children: ReactNode }) {
  return (
    // by two pixels: in a window of an odd width one would leave a part of its line
    <div
      className={`-me-0.5 -mb-px min-w-0 border-e border-b border-line px-4 py-3 ${props.className ?? ''}`}
    >
      <dt className="label" title={props.hint}>
        {props.label}
      </dt>
      <dd className="mt-0.5 text-md font-medium">{props.children}</dd>
    </div>
  );
}

/** Small print below a fact's value. */
export function FactNote({ children }: { children: ReactNode }) {
  return <span className="wrap-any mt-0.5 block text-xs font-normal text-soft">{children}</span>;
}
