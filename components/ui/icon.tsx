import type { ReactNode } from 'react';

/** 16 px grid, 1.5 px strokes, round caps; colored by the text. */
const SHAPES = {
  check: <path d="m3.5 8.5 3 3 6-7" />,
  cross: <path d="m4.5 4.5 7 7m0-7-7 7" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 4.75V8l2.25 1.5" />
    </>
  ),
  lock: (
    <>
      <rect x="3.5" y="7" width="9" height="6.25" rx="1.5" />
      <path d="M5.5 7V5.25a2.5 2.5 0 0 1 5 0V7" />
    </>
  ),
  copy: (
    <>
      <rect x="5.75" y="5.75" width="7.5" height="7.5" rx="1.5" />
      <path d="M10.25 3.5a1.25 1.25 0 0 0-1.25-1H4a1.5 1.5 0 0 0-1.5 1.5v5a1.25 1.25 0 0 0 1 1.25" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.25 10.25 3.25 3.25" />
    </>
  ),
  arrowRight: <path d="M3 8h10m-3.5-3.5L13 8l-3.5 3.5" />,
  arrowDown: <path d="M8 3v10m3.5-3.5L8 13 4.5 9.5" />,
  chevronRight: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  chevronLeft: <path d="M10 3.5 5.5 8l4.5 4.5" />,
  flame: (
    <path d="M8 13.75c-2.5 0-4.25-1.7-4.25-4 0-2.4 2-3.2 2.6-6.25 1.9.9 2.7 2.4 2.7 3.9.6-.3.95-.8 1.1-1.6 1.3 1 2.1 2.4 2.1 3.95 0 2.3-1.75 4-4.25 4Z" />
  ),
  cube: <path d="m8 2.25 5 2.85v5.8l-5 2.85-5-2.85V5.1Zm-4.8 2.95 4.8 2.7 4.8-2.7M8 7.9v5.7" />,
  none: <circle cx="8" cy="8" r="5.75" strokeDasharray="2.4 2.1" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  minus: <path d="M3.5 8h9" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.75v1.5m0 9.5v1.5M1.75 8h1.5m9.5 0h1.5M3.6 3.6l1.05 1.05m6.7 6.7 1.05 1.05m0-8.8-1.05 1.05m-6.7 6.7L3.6 12.4" />
    </>
  ),
  contrast: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 2.25a5.75 5.75 0 0 1 0 11.5Z" fill="currentColor" />
    </>
  ),
  globe: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M2.25 8h11.5M8 2.25c-4 4-4 7.5 0 11.5 4-4 4-7.5 0-11.5Z" />
    </>
  ),
  moon: <path d="M13 9.4A5.5 5.5 0 1 1 6.6 3a4.4 4.4 0 0 0 6.4 6.4Z" />,
  system: (
    <>
      <rect x="2" y="3" width="12" height="8" rx="1.5" />
      <path d="M6 13.5h4" />
    </>
  ),
  alert: (
    <>
      <path d="M8 2.5 14 13H2Z" />
      <path d="M8 6.5v3m0 1.9v.1" />
    </>
  ),
  calendar: (
    <>
      <rect x="2.5" y="3.5" width="11" height="10" rx="1.5" />
      <path d="M2.5 6.75h11M5.5 2v3m5-3v3" />
    </>
  ),
  columns: <path d="M2.5 3.5h11v9h-11Zm3.75 0v9m3.5-9v9" />,
  menu: <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />,
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.75" />
      <path d="m7.25 8.75 5.5-5.5m-2.25 2.25 1.75 1.75" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>;

/** Those that point along a line of text. */
const WAYS: readonly IconName[] = ['arrowRight', 'chevronLeft', 'chevronRight'];

export type IconName = keyof typeof SHAPES;

/** A decorative icon, hidden from screen readers. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={`icon ${WAYS.includes(name) ? 'way ' : ''}${className}`.trim()}
    >
      {SHAPES[name]}
    </svg>
  );
}
