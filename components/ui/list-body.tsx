import type { ReactNode } from 'react';
import { ListEnd } from './list-end';
import { NotOffered } from './not-offered';

/** The body of a list: its rows, which are `children`, or why there are none. */
export function ListBody(props: {
  /** What is listed, as in "a list of …". */
  what: string;
  /** What the API gave; undefined when it has no such list. */
  page: Readonly<{ items: readonly unknown[] }> | undefined;
  /** Whether this is the first page of the list, which begins at `href`. */
  isFirst: boolean;
  href: string;
  /** What is said of a list that holds nothing. */
  empty: ReactNode;
  children: ReactNode;
}) {
  if (props.page === undefined) return <NotOffered what={props.what} />;
  if (props.page.items.length > 0) return props.children;
  return props.isFirst ? props.empty : <ListEnd href={props.href} />;
}
