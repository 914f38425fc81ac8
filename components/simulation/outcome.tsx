'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** What came of a run: where a script runs, the page goes there each time (`run` is another one then). */
export function Outcome({ run, children }: { run: string; children: ReactNode }) {
  const shown = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown again after each run
  useEffect(() => shown.current?.focus(), [run]);
  return (
    <div ref={shown} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-4 outline-none">
      {children}
    </div>
  );
}
