import { ChainLink } from '@/components/chain/chain-link';
import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';

/** Leads to where the money of an address went, or what it sent in a transaction. */
export function FollowLink({ from, transaction }: { from: string; transaction?: string }) {
  return (
    <ChainLink
      to={withQuery(`/flow/${from}`, { transaction })}
      rel="nofollow"
      className="no-print text-sm whitespace-nowrap"
    >
      {t('Follow the money')}
    </ChainLink>
  );
}
