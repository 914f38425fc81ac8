import { Notice } from '@/components/ui/notice';
import { t } from '@/lib/language/t';

/** Warns of look-alike addresses; renders nothing if there are none. */
export function LookAlikeNotice({ lookAlikes }: { lookAlikes: ReadonlySet<string> }) {
  if (lookAlikes.size === 0) return null;
  return (
    <Notice tone="error" icon="alert" title={t('Different addresses on this page look alike')}>
      {t(
        'They start and end with the same digits, a trick used in address poisoning. They are shown in full: compare the digits in between before you copy one.',
      )}
    </Notice>
  );
}

/** The warning above the rows of a list. */
export function ListLookAlikes({ lookAlikes }: { lookAlikes: ReadonlySet<string> }) {
  return (
    lookAlikes.size > 0 && (
      <div className="border-b border-line p-3">
        <LookAlikeNotice lookAlikes={lookAlikes} />
      </div>
    )
  );
}
