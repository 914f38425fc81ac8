import { t } from '@/lib/language/t';
import { Icon } from './icon';

/** Copies `value`, through the enhancer; hidden without scripts. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  return (
    <button
      type="button"
      data-copy={value}
      aria-label={t('Copy {what}', { what })}
      title={t('Copy {what}', { what })}
      className="needs-script no-print copy"
    >
      <Icon name="copy" className="icon-copy" />
      <Icon name="check" className="icon-copied" />
    </button>
  );
}
