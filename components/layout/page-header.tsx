import type { ReactNode } from 'react';

/** Page heading with a description and, on the right, actions. */
export function PageHeader(props: { title: ReactNode; about?: ReactNode; aside?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <h1 className="wrap-any text-xl font-semibold tracking-tight">{props.title}</h1>
        {props.about && <p className="text-soft">{props.about}</p>}
      </div>
      {props.aside}
    </header>
  );
}
