'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { type LiveTransaction, useLiveTransaction } from '@/lib/client/live';
import { t } from '@/lib/language/t';
import { refreshRepeatedly } from './refresh-repeatedly';

type Props = { chainId: string; hash: string; initial: LiveTransaction };

/** Live confirmation count; refreshes the page while the transaction is mined or in another place than it shows. */
export function LiveConfirmations({ chainId, hash, initial }: Props) {
  const router = useRouter();
  const now = useLiveTransaction({ chainId, hash }, initial) ?? initial;
  const isOther =
    now.block_number !== initial.block_number ||
    now.position !== initial.position ||
    now.status !== initial.status ||
    now.is_pending_update !== initial.is_pending_update;
  useEffect(() => {
    if (!isOther) return;
    return refreshRepeatedly(() => {
      if (!document.hidden) router.refresh();
      return !document.hidden;
    });
  }, [isOther, router]);
  if (now.block_number !== null)
    return t('{count, plural, one {# confirmation} other {# confirmations}}', { count: now.confirmations });
  return now.status === null ? t('Not in a block yet') : t('Dropped');
}
