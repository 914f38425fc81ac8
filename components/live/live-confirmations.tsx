'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type LiveTransaction, useLiveTransaction } from '@/lib/client/live';
import { countOf } from '@/lib/format/number';

type Props = { chainId: string; hash: string; initial: LiveTransaction };

/**
 * How often a transaction is confirmed, while the page is open. When it is mined, or another block takes it over,
 * the page is made anew in its place, without a motion.
 */
export function LiveConfirmations({ chainId, hash, initial }: Props) {
  const router = useRouter();
  const now = useLiveTransaction({ chainId, hash }, initial) ?? initial;
  const isOther = now.block_number !== initial.block_number || now.status !== initial.status;
  useEffect(() => {
    if (isOther) router.refresh();
  }, [isOther, router]);
  return now.block_number === null ? 'Waiting to be mined' : countOf(now.confirmations, 'confirmation');
}
