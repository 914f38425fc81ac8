import type { StepPage } from '@/lib/endpoints/step';
import { withQuery } from '@/lib/format/link';
import { type Msg, msg, t } from '@/lib/language/t';

/** The page of a step. */
export const stepHref = (path: string, step: number) => withQuery(path, { step });

/** Keys that the list of keys does not have. */
const FORWARD = [
  ['call', '1', msg('Next call')],
  ['storage_write', '2', msg('Next storage write')],
  ['log', '3', msg('Next log')],
  ['revert', '4', msg('Next revert')],
] as const;
const BACK = [
  ['call', '5', msg('Previous call')],
  ['storage_write', '6', msg('Previous storage write')],
  ['log', '7', msg('Previous log')],
  ['revert', '8', msg('Previous revert')],
] as const;

type Target = Readonly<{ key: string; label: Msg; href: string | undefined }>;

/** Where to go from a step: links, each with its key. */
export function StepBar({ page, path, stops }: { page: StepPage; path: string; stops: readonly string[] }) {
  const { step, steps_count: count, next, previous, failure, source } = page;
  const to = (target: number | null) => (target === null ? undefined : stepHref(path, target));
  const last = count === null ? (page.steps.at(-1)?.index ?? step) : count - 1;
  const targets: Target[] = [
    { key: 'p', label: msg('Back'), href: to(step > 0 ? Math.min(step - 1, Math.max(last, 0)) : null) },
    { key: 'n', label: msg('Forward'), href: to(step < last ? step + 1 : null) },
    { key: 'o', label: msg('Over'), href: to(next.over) },
    { key: 'u', label: msg('Out'), href: to(next.out) },
    {
      key: 'l',
      label: msg('Next line'),
      href: source === null || step >= last ? undefined : withQuery(path, { step, to: 'next_line' }),
    },
    {
      key: 'r',
      label: msg('Next breakpoint'),
      href: stops.length === 0 || step >= last ? undefined : withQuery(path, { step, to: 'stop' }),
    },
    ...FORWARD.map(([kind, key, label]) => ({ key, label, href: to(next[kind]) })),
    ...BACK.map(([kind, key, label]) => ({ key, label, href: to(previous[kind]) })),
    { key: 'a', label: msg('First step'), href: to(step > 0 ? 0 : null) },
    { key: 'z', label: msg('Last step'), href: to(count !== null && step < last ? last : null) },
    { key: 'f', label: msg('Failure'), href: to(failure === step ? null : failure) },
  ];
  return (
    <nav
      aria-label={t('Steps')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 text-sm"
    >
      {targets.map(({ key, label, href }) =>
        href === undefined ? (
          <span key={key} className="text-faint">
            {t(label)}
          </span>
        ) : (
          <a key={key} href={href} rel="nofollow" aria-keyshortcuts={key}>
            {t(label)} <kbd className="mono text-xs text-soft">{key}</kbd>
          </a>
        ),
      )}
      <form action={path} className="flex items-center gap-1.5">
        <input type="hidden" name="step" value={step} />
        {stops.length > 0 && <input type="hidden" name="stops" value={stops.join('|')} />}
        {source !== null && <input type="hidden" name="file" value={source.path} />}
        <label htmlFor="go" className="text-soft">
          {source === null ? t('Step') : t('Step, or :line')}
        </label>
        <input
          id="go"
          name="go"
          inputMode={source === null ? 'numeric' : undefined}
          pattern=":?[0-9]{1,8}"
          defaultValue={step}
          className="mono w-24 rounded-sm border border-line bg-surface px-1.5 py-0.5"
        />
        <button type="submit" className="text-accent">
          {t('Go')}
        </button>
      </form>
      {count !== null && (
        <span className="text-soft">
          {t('of {count, plural, one {# step} other {# steps}}', { count: count })}
        </span>
      )}
    </nav>
  );
}
