import { EmptyPanel } from '@/components/ui/empty-state';
import { t } from '@/lib/language/t';

/** Shown without a contract: the API knows none, or has no such data. */
export function NoCode({ isUnknown }: { isUnknown: boolean }) {
  return isUnknown ? (
    <EmptyPanel icon="none" title={t('This API does not provide contract data')}>
      {t('This site shows data from another service, which does not provide it.')}
    </EmptyPanel>
  ) : (
    <EmptyPanel icon="cube" title={t('No code at this address')}>
      {t('Only contracts have code, and this address was not a contract when last checked.')}
    </EmptyPanel>
  );
}
