import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { ConfidentialChanges } from '@/components/fhe/confidential-changes';
import { ConfidentialSupply, ConfidentialUnderlying } from '@/components/fhe/confidential-supply';
import { ListPage } from '@/components/layout/list-page';
import { EmptyState } from '@/components/ui/empty-state';
import { getConfidentialToken } from '@/lib/endpoints/confidential-token';
import { t } from '@/lib/language/t';
import { getPageToken, type Params } from '../../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** What is public of a confidential token: supply, underlying token, wraps, unwraps and disclosures. */
export default async function ConfidentialTokenPage({ params, searchParams }: Props) {
  const page = await getPageToken(params);
  const { token } = page;
  const list = await loadList(getConfidentialToken, page, { tab: 'confidential', searchParams });
  const told = list.page;
  return (
    <ListPage
      list={list}
      label={t('Supply and disclosures')}
      what={t('the supply of a confidential token')}
      head={
        told !== undefined &&
        list.isFirst && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <ConfidentialSupply token={token} told={told} />
            <ConfidentialUnderlying token={token} told={told} />
          </div>
        )
      }
      note={
        <p className="text-sm text-faint">
          {t(
            'Amounts are encrypted. One is shown where the transfer of the underlying token has it, or where the token says it: verified if KMSVerifier accepted it in the same transaction. Other transfers are not listed here.',
          )}
        </p>
      }
      empty={
        <EmptyState icon="lock" title={t('Nothing minted, burnt or disclosed')}>
          {t('No indexed log of this token tells of its supply or of an amount.')}
        </EmptyState>
      }
    >
      <ConfidentialChanges token={token} told={told} changes={list.items} />
    </ListPage>
  );
}
