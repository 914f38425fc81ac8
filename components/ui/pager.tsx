import { t } from '@/lib/language/t';
import { Icon } from './icon';

/** Links of a pager; undefined ones are not shown. */
export type PageLinks = Readonly<{
  first: string | undefined;
  previous?: string | undefined;
  next: string | undefined;
}>;

/** Links to other pages of a list; for forward-only lists, going back is up to the browser. */
export function Pager({ first, previous, next }: PageLinks) {
  if (first === undefined && previous === undefined && next === undefined) return null;
  return (
    <nav aria-label={t('Pages')} className="no-print flex flex-wrap justify-end gap-2">
      {first !== undefined && <Step href={first} text={t('First page')} />}
      {previous !== undefined && <Step href={previous} text={t('Previous page')} direction="prev" />}
      {next !== undefined && <Step href={next} text={t('Next page')} direction="next" />}
    </nav>
  );
}

function Step({ href, text, direction }: { href: string; text: string; direction?: 'prev' | 'next' }) {
  return (
    <a
      href={href}
      rel={direction}
      className="inline-flex h-9 items-center gap-1.5 rounded-md border border-edge bg-surface px-3 font-medium text-ink hover:bg-hover hover:no-underline"
    >
      {direction === 'prev' && <Icon name="chevronLeft" className="size-3.5" />}
      {text}
      {direction === 'next' && <Icon name="chevronRight" className="size-3.5" />}
    </a>
  );
}
