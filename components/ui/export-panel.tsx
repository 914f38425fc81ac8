import { t } from '@/lib/language/t';
import { SubmitButton } from './form-parts';
import { Icon } from './icon';

/** Files of a list: as the API has it, and as people read it; `movements` is the path of the file of a whole address. */
export type Exports = Readonly<{
  raw?: string | undefined;
  people?: string | undefined;
  movements?: string | undefined;
}>;

/** A list to take away. */
export function ExportPanel({ exports: { raw, people, movements } }: { exports: Exports }) {
  return (
    <section
      aria-label={t('Export')}
      className="no-print flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-md border border-line bg-surface px-3 py-2 text-sm shadow-panel"
    >
      <Icon name="arrowDown" className="size-3.5 self-center text-faint" />
      {people !== undefined && (
        <a
          href={people}
          download
          rel="nofollow"
          title={t(
            'Dates, names, amounts with decimals, fees and, where prices are known, dollars; of the filters only the period applies. At most 10,000 rows.',
          )}
        >
          {t('CSV for people')}
        </a>
      )}
      {raw !== undefined && (
        <a
          href={raw}
          download
          rel="nofollow"
          title={t('Hashes and amounts in the smallest unit, filtered like this list. At most 10,000 rows.')}
        >
          {t('Raw CSV')}
        </a>
      )}
      {movements !== undefined && (
        <details className="open:w-full">
          <summary className="cursor-pointer">{t('All movements of a period')}</summary>
          <form action={movements} className="flex flex-wrap items-end gap-3 pt-2 pb-1">
            <p className="w-full text-soft">
              {t(
                'Coin with fees, internal transactions, tokens, withdrawals and priority fees of blocks in one file, which sums to how the balances changed, as far as traces are indexed: at most 10,000 rows, newest first; the last one says where to continue if there are more.',
              )}
            </p>
            <Day name="from_period" label={t('From day')} />
            <Day name="to_period" label={t('To day')} />
            <SubmitButton>{t('Download CSV')}</SubmitButton>
          </form>
        </details>
      )}
    </section>
  );
}

function Day({ name, label }: { name: string; label: string }) {
  return (
    <p className="flex flex-col gap-1">
      <label htmlFor={`export-${name}`} className="label">
        {label}
      </label>
      <input
        id={`export-${name}`}
        name={name}
        type="date"
        className="h-9 rounded-md border border-edge bg-surface px-2 text-ink"
      />
    </p>
  );
}
