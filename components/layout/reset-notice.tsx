import { FollowResets } from '@/components/live/follow-resets';
import { groupDigits } from '@/lib/format/number';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';

type Props = {
  chainId: string;
  /** When the chain of a development node last began again, or went back to block `to`; null if it never did. */
  at: string | null;
  to: number | null;
};

/** Later it is no news. */
const SHOWN_MS = 10 * 60_000;

/** Says that the chain of a development node began again or went back, and reloads an open page when it does. */
export function ResetNotice({ chainId, at, to }: Props) {
  return (
    <>
      <FollowResets chainId={chainId} at={at} />
      {at !== null && Date.now() - Date.parse(at) < SHOWN_MS && (
        <aside
          aria-label={t('Notice')}
          className="no-print wrap-any border-b border-line bg-pending-wash text-sm text-ink"
        >
          <p className="mx-auto page-width px-4 py-1.5 md:px-6">
            {to === null
              ? t('The chain was reset at {time}. Nothing of the old one is shown.', { time: formatUtc(at) })
              : t('The chain went back to block {block} at {time}. Nothing of the old blocks is shown.', {
                  block: groupDigits(to),
                  time: formatUtc(at),
                })}
          </p>
        </aside>
      )}
    </>
  );
}
