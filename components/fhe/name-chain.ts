import { t } from '@/lib/language/t';

/** A chain at the other side of a bridge by its ID, within a sentence; null: it is not known. */
export function nameChain(id: string | null): string {
  return id === null ? t('another chain') : t('chain {chain}', { chain: id });
}
