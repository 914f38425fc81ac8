import { ApprovalsTable } from '@/components/approval/approvals-table';
import { ListPage } from '@/components/layout/list-page';
import { ApiSentence } from '@/components/ui/api-sentence';
import { Choices } from '@/components/ui/choices';
import { EmptyState } from '@/components/ui/empty-state';
import { rich } from '@/components/ui/rich';
import { listAddressApprovals } from '@/lib/endpoints/approval';
import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Approvals given by an address: those in force, or with the revoked ones. */
export default async function AddressApprovalsPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressApprovals, page, {
    tab: 'approvals',
    searchParams,
    filters: ['revoked'],
  });
  const hasRevoked = list.params.revoked === 'true';
  const message = list.page?.meta?.message;
  const all = withQuery(list.path, { revoked: 'true' });
  return (
    <ListPage
      list={list}
      label={t('Approvals')}
      what={t('the approvals of an address')}
      head={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Choices
            label={t('Approvals shown')}
            choices={[
              { text: t('Active'), href: list.path, isOn: !hasRevoked },
              { text: t('Including revoked'), href: all, isOn: hasRevoked },
            ]}
          />
        </div>
      }
      note={<Explanation message={message} />}
      empty={
        hasRevoked ? (
          <EmptyState icon="none" title={t('No approvals')}>
            <ApiSentence text={message} /> {t('The indexed blocks contain no approvals by this address.')}
          </EmptyState>
        ) : (
          <EmptyState icon="none" title={t('No active approvals')}>
            <ApiSentence text={message} />{' '}
            {rich(
              'According to the indexed logs, no one may spend tokens of this address. <link>Show revoked approvals too</link>',
              { link: (words) => <a href={all}>{words}</a> },
            )}
          </EmptyState>
        )
      }
    >
      <ApprovalsTable approvals={list.items} address={page.address.hash} />
    </ListPage>
  );
}

function Explanation({ message }: { message: string | undefined }) {
  return (
    <p className="text-sm text-faint">
      <ApiSentence text={message} />{' '}
      {t(
        'The latest approval log per token and spender: the limit as approved, without deducting what was spent since. Any contract can log an approval in anyone’s name, and approvals inside other contracts (such as Permit2) are not listed.',
      )}
    </p>
  );
}
