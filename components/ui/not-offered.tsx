import { t } from '@/lib/language/t';
import { EmptyState } from './empty-state';

/** Shown if the API has no such list, as opposed to an empty one. */
export function NotOffered({ what }: { what: string }) {
  return (
    <EmptyState icon="none" title={t('This API does not list {what}', { what })}>
      {t('This site shows data from another service, which does not provide it.')}
    </EmptyState>
  );
}
