'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useLiveHead } from '@/lib/client/live';

const LOOK_AGAIN_MS = 500;

/** Refreshes the page on a new block, but not while the pointer or focus is in a `data-hold` element. */
export function LiveHead({ chainId, shown }: { chainId: string; shown: number | null }) {
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
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isNew, latest, router]);
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
