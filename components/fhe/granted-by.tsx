import { NamedAddress } from '@/components/chain/address';
import type { FheGrant } from '@/lib/endpoints/fhe-handle';
import { t } from '@/lib/language/t';

/** Who granted access; on narrow screens, which have no head of the column, it says so. */
export function GrantedBy({ caller }: Pick<FheGrant, 'caller'>) {
  return (
    <>
      <span className="text-soft md:hidden">{t('Granted by')} </span>
      {caller === null ? '–' : <NamedAddress address={caller} />}
    </>
  );
}
