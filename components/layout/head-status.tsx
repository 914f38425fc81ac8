import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { LATE_BLOCKS } from '@/components/chain/chain-health';
import { groupDigits } from '@/lib/format/number';
import { describeOldHead } from '@/lib/format/time';
import { t } from '@/lib/language/t';

type Props = {
  /** Tip of the index and head of the node; null if there is none. */
  indexed: number | null;
  head: number | null;
  /** Timestamp of the latest indexed block. */
  timestamp: string | undefined;
};

/**
 * Latest indexed block, its age and how far the index is behind; amber if late or old. The enhancer marks it as stale
 * (`data-stale`) on a page that has been open for a while, as most pages do not poll.
 */
export function HeadStatus({ indexed, head, timestamp }: Props) {
  if (indexed === null)
    return <span className="text-sm whitespace-nowrap text-faint">{t('No blocks yet')}</span>;
  const behind = head === null ? 0 : Math.max(0, head - indexed);
  const isLate = behind > LATE_BLOCKS;
  const now = Date.now();
  const old = describeOldHead(timestamp, now);
  return (
    <span
      className="group flex items-center gap-2 text-sm whitespace-nowrap"
      data-head={now}
      title={
        isLate
          ? t('{count, plural, one {# block} other {# blocks}} behind the node', { count: behind })
          : t('Latest indexed block')
      }
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full group-data-stale:bg-transparent group-data-stale:ring-2 group-data-stale:ring-edge group-data-stale:ring-inset ${isLate || old !== undefined ? 'bg-pending' : 'bg-ok'}`}
      />
      <span className="sr-only">{t('Latest indexed block')} </span>
      <BlockLink height={indexed} className="font-medium text-ink" />
      {isLate ? (
        <span className="text-pending">{t('{behind} behind', { behind: groupDigits(behind) })}</span>
      ) : (
        timestamp !== undefined && (
          <span
            className={`hidden xs:inline ${old === undefined ? 'text-faint lg:max-xl:hidden' : 'text-pending'}`}
          >
            {old ?? <Age timestamp={timestamp} />}
          </span>
        )
      )}
    </span>
  );
}
