'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type LiveTransaction, useLiveTransaction } from '@/lib/client/live';
import { t } from '@/lib/language/t';

type Props = { chainId: string; hash: string; initial: LiveTransaction };

/** Live confirmation count; refreshes the page when the transaction is mined or moves to another block. */
export function LiveConfirmations({ chainId, hash, initial }: Props) {
  const router = useRouter();
  const now = useLiveTransaction({ chainId, hash }, initial) ?? initial;
  const isOther =
    now.block_number !== initial.block_number ||
    now.status !== initial.status ||
    now.is_pending_update !== initial.is_pending_update;
  useEffect(() => {
    if (isOther) router.refresh();
  }, [isOther, router]);
  if (now.block_number !== null)
    return t('{count, plural, one {# confirmation} other {# confirmations}}', { count: now.confirmations });
  return now.status === null ? t('Not in a block yet') : t('Never in a block');
}
