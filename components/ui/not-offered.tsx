import { EmptyState } from './empty-state';

/** In the place of a list that the service behind the site does not have: an empty list would say something else. */
export function NotOffered({ what }: { what: string }) {
  return (
    <EmptyState icon="none" title={`The data service gives no list of ${what}`}>
      This site shows what another service indexes, and that one does not answer this question.
    </EmptyState>
  );
}
