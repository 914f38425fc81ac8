'use client';

import { useEffect } from 'react';
import { useLiveTransaction } from '@/lib/client/live';
import { t } from '@/lib/language/t';

/** Polls for an unknown transaction and reloads the page once it appears. */
export function WaitForTransaction({ chainId, hash }: { chainId: string; hash: string }) {
  const isHere = useLiveTransaction({ chainId, hash }, undefined) !== undefined;
  useEffect(() => {
    if (isHere) location.reload();
  }, [isHere]);
  return (
    <output className="needs-script mt-3 flex items-center gap-2 text-base">
      <span aria-hidden="true" className="size-2 rounded-full bg-pending" />
      {isHere ? t('Found.') : t('Checking every two seconds.')}
    </output>
  );
}
