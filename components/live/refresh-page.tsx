'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { refreshRepeatedly } from './refresh-repeatedly';

/** Refreshes a page from which something is missing that is being worked at, ever more rarely. */
export function RefreshPage() {
  const router = useRouter();
  useEffect(
    () =>
      refreshRepeatedly(() => {
        if (!document.hidden) router.refresh();
        return !document.hidden;
      }),
    [router],
  );
  return null;
}
