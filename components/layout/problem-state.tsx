import type { ReactNode } from 'react';
import { displayText } from '@/lib/format/text';

type Props = { code: string; title: string; requested?: string; actions: ReactNode; children: ReactNode };

/** Error state of a page: what failed, why, and what to do next. */
export function ProblemState({ code, title, requested, actions, children }: Props) {
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 pt-6 md:pt-14">
      <p className="mono text-sm text-faint">{code}</p>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{title}</h1>
      {requested !== undefined && (
        <p className="mono wrap-any rounded-md border border-line bg-surface px-3 py-2 text-sm text-soft">
          <bdi>{displayText(requested, 200)}</bdi>
        </p>
      )}
      <div className="text-md text-soft">{children}</div>
      <p className="text-md">{actions}</p>
    </div>
  );
}
