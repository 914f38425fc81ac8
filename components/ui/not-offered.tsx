import { EmptyState } from './empty-state';

/** In the place of a list that the service behind the site does not have: an empty list would say something else. */
export function NotOffered({ what }: { what: string }) {
  return (
    <EmptyState icon="none" title={`This API does not list ${what}`}>
      This site shows data from another service, which does not provide it.
    </EmptyState>
  );
}
