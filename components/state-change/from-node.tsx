import { t } from '@/lib/language/t';

/** Beside a value that is not proven, among others that are. */
export function FromNode() {
  return (
    <span className="text-xs whitespace-nowrap text-faint" title={t('Returned by the node, not proven')}>
      {t('from the node')}
    </span>
  );
}
