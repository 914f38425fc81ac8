import { HEIGHT } from '@/lib/format/height';
import { t } from '@/lib/language/t';
import { HiddenFields, SubmitButton } from './form-parts';

type Props = { path: string; params?: Readonly<Record<string, string>> };

/** Goes to a block or day of a list (`at` in the URL). */
export function JumpForm({ path, params = {} }: Props) {
  return (
    <form action={path} className="no-print flex items-center gap-2 text-sm">
      <HiddenFields of={params} />
      <label htmlFor="jump-at" className="sr-only">
        {t('Go to a block or day')}
      </label>
      <input
        id="jump-at"
        name="at"
        type="text"
        required
        maxLength={20}
        autoComplete="off"
        placeholder={t('Block or 2026-01-31')}
        pattern={`#?(?:${HEIGHT})|[0-9]{4}-[0-9]{2}-[0-9]{2}`}
        title={t('A block number, or a day as 2026-01-31')}
        className="h-9 w-44 min-w-0 rounded-md border border-edge bg-surface px-2 text-ink"
      />
      <SubmitButton>{t('Go')}</SubmitButton>
    </form>
  );
}
