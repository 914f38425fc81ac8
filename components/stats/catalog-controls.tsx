import { Choices } from '@/components/ui/choices';
import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';
import { type CatalogState, catalogHref } from './links';
import { DEFAULT_RANGE, RANGE_LABELS, RANGE_NAMES, RANGES } from './range';
import { MAX_SEARCH_LENGTH } from './search-charts';

/** Search, range and density of the catalog, without a script. */
export function CatalogControls({ path, state }: { path: string; state: CatalogState }) {
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-2">
      <search className="min-w-0 basis-full sm:flex-1 sm:basis-60">
        <form action={path} method="get" className="relative">
          {state.range !== DEFAULT_RANGE && <input type="hidden" name="range" value={state.range} />}
          {state.isList && <input type="hidden" name="view" value="list" />}
          <label htmlFor="chart-search" className="sr-only">
            {t('Search charts')}
          </label>
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-faint"
          />
          <input
            id="chart-search"
            name="q"
            type="search"
            defaultValue={state.q}
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            placeholder={t('Search charts')}
            className="h-9 w-full rounded-md border border-edge bg-surface pe-3 ps-9 text-base text-ink placeholder:text-faint hover:border-faint focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent"
          />
          <button type="submit" className="sr-only focus:not-sr-only">
            {t('Search')}
          </button>
        </form>
      </search>
      <Choices
        label={t('Range')}
        choices={RANGES.map((range) => ({
          text: t(RANGE_LABELS[range]),
          title: t(RANGE_NAMES[range]),
          href: catalogHref(path, { ...state, range }),
          isOn: range === state.range,
        }))}
      />
      <Choices
        label={t('Density')}
        choices={[
          { text: t('Cards'), href: catalogHref(path, { ...state, isList: false }), isOn: !state.isList },
          { text: t('List'), href: catalogHref(path, { ...state, isList: true }), isOn: state.isList },
        ]}
      />
    </div>
  );
}
