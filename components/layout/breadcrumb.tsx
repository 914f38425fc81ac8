import type { ReactNode } from 'react';
import { t } from '@/lib/language/t';

/** A page above this one. */
export type Crumb = Readonly<{ href: string; text: ReactNode }>;

type Props = {
  /** The pages above, outermost first. */
  trail: readonly Crumb[];
  /** The page itself; a `TabCrumb` where it has tabs. */
  children: ReactNode;
};

/** The way from the pages above to this one. */
export function Breadcrumb({ trail, children }: Props) {
  return (
    <nav aria-label={t('Breadcrumb')} className="no-print -mb-2 text-sm text-soft">
      <ol className="flex flex-wrap gap-y-1 *:not-first:before:mx-1.5 *:not-first:before:text-faint *:not-first:before:content-['/']">
        {trail.map(({ href, text }) => (
          <li key={href} className="wrap-any min-w-0">
            <a href={href}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
        {children}
      </ol>
    </nav>
  );
}

/** The end of a trail: the page that is shown. */
export function LastCrumb({ children }: { children: ReactNode }) {
  return (
    <li aria-current="page" className="wrap-any min-w-0">
      <bdi>{children}</bdi>
    </li>
  );
}
