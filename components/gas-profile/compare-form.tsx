import { t } from '@/lib/language/t';

/** Chooses the transaction to compare with; works without a script. */
export function CompareForm({ path, compared }: { path: string; compared: string | undefined }) {
  return (
    <form action={path} method="get" className="no-print flex flex-wrap items-center gap-2">
      <label htmlFor="compare" className="text-sm text-soft">
        {t('Compare with')}
      </label>
      <input
        id="compare"
        name="compare"
        type="text"
        defaultValue={compared}
        maxLength={200}
        placeholder={t('Hash of another transaction')}
        autoComplete="off"
        spellCheck={false}
        className="mono h-9 min-w-0 flex-1 basis-64 rounded-md border border-edge bg-surface px-3 text-ink placeholder:text-faint"
      />
      <button
        type="submit"
        className="h-9 rounded-md border border-edge bg-surface px-3 font-medium hover:bg-hover"
      >
        {t('Compare')}
      </button>
      {compared !== undefined && (
        <a href={path} className="text-sm">
          {t('Clear')}
        </a>
      )}
    </form>
  );
}
