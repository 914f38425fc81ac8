import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';

type Props = { chain: string | undefined; query?: string | undefined; isLarge?: boolean; id?: string };

/** Search as a plain form; `/` focuses it. */
export function SearchBox({ chain, query, isLarge = false, id = 'search' }: Props) {
  return (
    <search>
      <form action="/search" method="get" className="relative min-w-0">
        {chain !== undefined && <input type="hidden" name="chain" value={chain} />}
        <label htmlFor={id} className="sr-only">
          {t('Search by transaction hash, block, address or token')}
        </label>
        <Icon
          name="search"
          className={`pointer-events-none absolute top-1/2 start-3 -translate-y-1/2 text-faint ${isLarge ? 'size-5' : 'size-4'}`}
        />
        <input
          id={id}
          name="q"
          type="search"
          defaultValue={query}
          maxLength={2048}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          data-search=""
          placeholder={t('Transaction, block, address, token')}
          className={`w-full rounded-md border border-edge bg-surface text-ink placeholder:text-faint hover:border-faint focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent ${isLarge ? 'h-12 pe-28 ps-10 text-md' : 'h-9 pe-9 ps-9 text-base'}`}
        />
        {isLarge ? (
          <button
            type="submit"
            className="absolute top-1.5 end-1.5 h-9 rounded-sm bg-accent px-4 font-medium text-on-accent hover:brightness-110"
          >
            {t('Search')}
          </button>
        ) : (
          <>
            <button type="submit" className="sr-only focus:not-sr-only">
              {t('Search')}
            </button>
            <span
              aria-hidden="true"
              className="needs-script mono pointer-events-none absolute top-1/2 end-2 hidden h-5 -translate-y-1/2 place-items-center rounded-xs border border-line px-1.5 text-2xs text-faint sm:grid"
            >
              /
            </span>
          </>
        )}
      </form>
    </search>
  );
}
