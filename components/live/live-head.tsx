'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useLiveHead } from '@/lib/client/live';

const POLL_MS = 500;

type Props = {
  chainId: string;
  /** Latest block of the page. */
  shown: number | null;
  /** Time of that block if it is too old to be called live. */
  since?: string | undefined;
};

/** Refreshes the page on a new block, but not while the pointer or focus is in a `data-hold` element. */
export function LiveHead({ chainId, shown, since }: Props) {
  const router = useRouter();
  const [isPaused, setIsPaused] = useState(false);
  const latest = useLiveHead(chainId)?.indexed_block ?? null;
  const isNew = latest !== null && latest !== shown;
  useEffect(() => {
    if (!isNew || latest === null) return;
    const timer = setInterval(() => {
      const isHeld = document.hidden || findHeld() !== null;
      setIsPaused(isHeld);
      if (isHeld) return;
      clearInterval(timer);
      router.refresh();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isNew, latest, router]);
  if (since !== undefined)
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-pending">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-pending" />
        Latest block: {since}
      </span>
    );
  return (
    <span
      className="needs-script inline-flex w-16 items-center gap-1.5 text-sm text-faint"
      title={isPaused ? 'Paused while you point at a list' : 'New blocks appear automatically'}
    >
      <span
        aria-hidden="true"
        className={`size-1.5 rounded-full ${isPaused ? 'bg-pending' : 'live-dot bg-ok'}`}
      />
      {isPaused ? 'Paused' : 'Live'}
    </span>
  );
}

function findHeld(): Element | null {
  return document.querySelector('[data-hold]:is(:hover, :focus-within)');
}
