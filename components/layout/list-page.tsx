import type { ReactNode } from 'react';
import { EmptyState } from '@/components/ui/empty-state';
import { ExportPanel, type Exports } from '@/components/ui/export-panel';
import { NotOffered } from '@/components/ui/not-offered';
import { type PageLinks, Pager } from '@/components/ui/pager';
import { type Msg, msg, t } from '@/lib/language/t';
import { findScan } from './find-scan';
import { PageCall } from './page-call';

type Answer = Readonly<{ items: readonly unknown[] }>;

/** One page of a list: the API's response and its links. */
export type List<A extends Answer = Answer> = PageLinks &
  Readonly<{
    /** Site path of the list; `first` and `next` add a query. */
    path: string;
    /** Path of the API call. */
    call: string;
    /** Undefined if the API has no such list. */
    page: A | undefined;
    items: A['items'] | readonly [];
    /** The query of the URL, and its part to preserve across pages. */
    query: Readonly<Record<string, string>>;
    params: Readonly<Record<string, string>>;
    /** The rest of the URL's query: which page of the list this is. */
    cursor: Readonly<Record<string, string>>;
    /** Fields of the page's form whose text is not valid; they are not applied. */
    rejected: readonly Readonly<{ name: string; text: string }>[];
    isFirst: boolean;
    isFiltered: boolean;
  }>;

type BodyProps = {
  list: List;
  /** What is listed, as in "a list of …". */
  what: string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Shown if the API has no such list. */
  missing?: ReactNode;
  /** Shown past the last row, with the text of the link to the first page. */
  end?: Readonly<{ title: Msg; link: Msg }>;
  /** Shown if no row matches the filters, with the text of the link to the unfiltered list. */
  filtered?: { title: string; link: string };
  children: ReactNode;
};

/** A list page: filters, rows or the reason why there are none, pager. */
export function ListPage(
  props: BodyProps & {
    /** Accessible name, for a list below a heading and tabs. */
    label?: string;
    /** Above the rows. */
    head?: ReactNode;
    /** Below the rows, if any. */
    note?: ReactNode;
    /** Below the rows or their absence. */
    foot?: ReactNode;
    /** Its files, offered above the rows. */
    csv?: Exports;
    /** For rows that are panels themselves. */
    isBare?: boolean;
  },
) {
  const { list } = props;
  const hasRows = list.items.length > 0;
  return (
    <section
      aria-label={props.label}
      className={`flex flex-col ${props.label === undefined ? 'gap-4' : 'gap-3'}`}
    >
      {props.head}
      {hasRows && props.csv && <ExportPanel exports={props.csv} />}
      {props.isBare && hasRows ? (
        props.children
      ) : (
        <div className="overflow-hidden rounded-md border border-line bg-surface shadow-panel">
          <ListBody {...props} />
        </div>
      )}
      {hasRows && props.note}
      {props.foot}
      <Pager {...list} />
      <PageCall path={list.call} />
    </section>
  );
}

const END = { title: msg('No more results'), link: msg('First page') };

/** The rows, or the reason why there are none. */
export function ListBody({ list, what, missing, empty, filtered, end = END, children }: BodyProps) {
  if (list.items.length > 0) return children;
  if (list.page === undefined) return missing ?? <NotOffered what={what} />;
  const scan = findScan(list);
  if (scan !== undefined)
    return (
      <EmptyState icon="search" title={scan.title}>
        {t('This filter searches up to {count} entries at a time.', { count: scan.count })}{' '}
        <a href={scan.href}>{scan.link}</a>
      </EmptyState>
    );
  if (!list.isFirst)
    return (
      <EmptyState icon="arrowRight" title={t(end.title)}>
        {t('The list ends before this page.')} <a href={list.first}>{t(end.link)}</a>
      </EmptyState>
    );
  if (list.isFiltered && filtered)
    return (
      <EmptyState icon="search" title={filtered.title}>
        <a href={list.path}>{filtered.link}</a>
      </EmptyState>
    );
  return empty;
}
