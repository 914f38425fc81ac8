import { EmptyState } from './empty-state';

/** What a page shows whose cursor stands behind the last row of a list: the way back to its beginning at `href`. */
export function ListEnd({ href }: { href: string }) {
  return (
    <EmptyState icon="arrowRight" title="No more results">
      The list ends before this page. <a href={href}>First page</a>
    </EmptyState>
  );
}
