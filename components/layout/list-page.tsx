import type { ReactNode } from 'react';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { type PageLinks, Pager } from '@/components/ui/pager';
import { PageCall } from './page-call';

type Answer = Readonly<{ items: readonly unknown[] }>;

/** One page of a list: what the API gave, and where it leads. */
export type List<A extends Answer = Answer> = PageLinks &
  Readonly<{
    /** The page of the site; `first` and `next` are the same with a query. */
    path: string;
    /** The path of the call to the API. */
    call: string;
    /** Undefined when the API has no such list. */
    page: A | undefined;
    items: A['items'] | readonly [];
    /** Everything that the URL asks for, and what of it stays from page to page. */
    query: Readonly<Record<string, string>>;
    kept: Readonly<Record<string, string>>;
    isFirst: boolean;
    isFiltered: boolean;
  }>;

type BodyProps = {
  list: List;
  /** What is listed, as in "a list of …". */
  what: string;
  /** What is said of a list that holds nothing. */
  empty: ReactNode;
  /** What is said when the API has no such list. */
  missing?: ReactNode;
  /** What is said beyond the last row, and of the link to the first. */
  end?: { title: string; link: string };
  /** What is said when the filters leave nothing, and of the link to the whole list. */
  filtered?: { title: string; link: string };
  /** The rows. */
  children: ReactNode;
};

/** A page that is a list: filters and the like, the rows or why there are none, the ways on. */
export function ListPage(
  props: BodyProps & {
    /** The name of the section, for one below a heading and tabs. */
    label?: string;
    /** What stands above the rows. */
    head?: ReactNode;
    /** What is said below rows. */
    note?: ReactNode;
    /** What is said below rows or their absence. */
    foot?: ReactNode;
    /** The list as a file. */
    csv?: string;
    /** For rows that are panels of their own. */
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
      {props.isBare && hasRows ? (
        props.children
      ) : (
        <div className="overflow-hidden rounded-md border border-line bg-surface shadow-panel">
          <ListBody {...props} />
        </div>
      )}
      {hasRows && props.note}
      {props.foot}
      {hasRows && props.csv && <CsvLink href={props.csv} />}
      <Pager {...list} />
      <PageCall path={list.call} />
    </section>
  );
}

const END = { title: 'No more results', link: 'First page' };

/** The rows of a list, or why there are none. */
export function ListBody({ list, what, missing, empty, filtered, end = END, children }: BodyProps) {
  if (list.items.length > 0) return children;
  if (list.page === undefined) return missing ?? <NotOffered what={what} />;
  if (!list.isFirst)
    return (
      <EmptyState icon="arrowRight" title={end.title}>
        The list ends before this page. <a href={list.first}>{end.link}</a>
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
