import { withQuery } from '@/lib/format/link';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

/** Breakpoints, each `path:line`; they are in the URL. `hrefOf` is the same step with others. */
export type Stops = Readonly<{ list: readonly string[]; hrefOf(list: readonly string[]): string }>;

const MAX_STOPS = 10;

/** The breakpoints of a step's page; of too many, the newest. */
export function stopsOf(list: readonly string[], page: string, step: number): Stops {
  const hrefOf = (wanted: readonly string[]) =>
    withQuery(page, { stops: wanted.slice(-MAX_STOPS).join('|'), step });
  return { list, hrefOf };
}

/** Sets or removes the breakpoint of a line. */
export function StopMark({ stops, stop, line }: { stops: Stops; stop: string; line: number }) {
  const isSet = stops.list.includes(stop);
  const label = isSet
    ? t('Remove the breakpoint of line {line}', { line })
    : t('Set a breakpoint at line {line}', { line });
  return (
    <i>
      <a
        href={stops.hrefOf(isSet ? stops.list.filter((one) => one !== stop) : [...stops.list, stop])}
        rel="nofollow"
        aria-label={label}
        className={`pe-3 ${isSet ? 'text-error' : 'text-faint'}`}
      >
        {isSet ? '●' : '○'}
      </a>
    </i>
  );
}

/** All breakpoints, also those of other sources: each link removes one. */
export function StopList({ stops: { list, hrefOf } }: { stops: Stops }) {
  if (list.length === 0) return null;
  return (
    <p className="wrap-any flex flex-wrap gap-x-3 px-4 py-2 text-sm text-soft">
      {t('Breakpoints')}
      {list.map((stop) => (
        <a
          key={stop}
          href={hrefOf(list.filter((one) => one !== stop))}
          rel="nofollow"
          aria-label={t('Remove the breakpoint {place}', { place: displayText(stop, 220) })}
          className="mono"
        >
          {displayText(stop, 220)} ×
        </a>
      ))}
    </p>
  );
}
