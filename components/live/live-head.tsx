'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { describeLateHead, type HeadFacts } from '@/components/chain/chain-health';
import { useLiveHead } from '@/lib/client/live';
import { t } from '@/lib/language/t';
import { refreshRepeatedly } from './refresh-repeatedly';

const TELL_EVERY_MS = 5_000;

type Props = {
  chainId: string;
  /** The head as the page shows it. */
  shown: HeadFacts;
  /** Why it was not live when the server rendered it. */
  late: string | undefined;
};

/**
 * Says whether the page is live, or why not, and refreshes it on a new block, but not while the pointer or focus is in a
 * `data-hold` element.
 */
export function LiveHead({ chainId, shown, late }: Props) {
  const router = useRouter();
  const [isPaused, setIsPaused] = useState(false);
  const polled = useLiveHead(chainId);
  const latest = polled?.indexed_block ?? null;
  const isNew = latest !== null && latest !== shown.indexed;
  useEffect(() => {
    if (!isNew || latest === null) return;
    return refreshRepeatedly(() => {
      const isHeld = document.hidden || findHoldElement() !== null;
      setIsPaused(isHeld);
      if (!isHeld) router.refresh();
      return !isHeld;
    });
  }, [isNew, latest, router]);
  const now = useNow();
  const heights = polled && { indexed: polled.indexed_block, head: polled.head_block };
  const reason = now === undefined ? late : describeLateHead({ ...shown, ...heights }, now);
  if (reason !== undefined && !isPaused)
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-pending">
        <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-pending" />
        {t('Not live: {reason}', { reason })}
      </span>
    );
  return (
    <span
      className="needs-script inline-flex w-16 items-center gap-1.5 text-sm text-faint"
      title={isPaused ? t('Paused while the pointer is over a list') : t('New blocks appear automatically')}
    >
      <span
        aria-hidden="true"
        className={`size-1.5 rounded-full ${isPaused ? 'bg-pending' : 'live-dot bg-ok'}`}
      />
      {isPaused ? t('Paused') : t('Live')}
    </span>
  );
}

/** The time now, every few seconds; undefined at first, as the server's answer is what the page begins with. */
function useNow(): number | undefined {
  const [now, setNow] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TELL_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function findHoldElement(): Element | null {
  return document.querySelector('[data-hold]:is(:hover, :focus-within)');
}
