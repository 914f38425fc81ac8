import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { t } from '@/lib/language/t';

/** Below a list with several rows of one log: what the number on its tab counts. */
export function BatchNote({ transfers }: { transfers: readonly TokenTransfer[] }) {
  const logs = new Set(transfers.map(({ block_hash, log_index }) => `${block_hash} ${log_index}`));
  if (logs.size === transfers.length) return null;
  return (
    <p className="text-sm text-faint">
      {t('A transfer of several IDs has a row for each ID here, and counts once in the number of transfers.')}
    </p>
  );
}
