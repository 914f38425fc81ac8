'use client';

import { useEffect } from 'react';
import { useLiveReset } from '@/lib/client/live';

/**
 * Reloads the page once the chain of a development node has begun again or gone back and is indexed; `at` is when it did
 * so last. As a whole, as what it shows may be on the new chain no longer.
 */
export function FollowResets({ chainId, at }: { chainId: string; at: string | null }) {
  const latest = useLiveReset(chainId);
  const isNew = latest !== undefined && latest !== at;
  useEffect(() => {
    if (isNew) location.reload();
  }, [isNew]);
  return null;
}
