import { ApprovalsTable } from '@/components/approval/approvals-table';
import { ListPage } from '@/components/layout/list-page';
import { ApiMessage } from '@/components/ui/api-message';
import { Choices } from '@/components/ui/choices';
import { EmptyState } from '@/components/ui/empty-state';
import { rich } from '@/components/ui/rich';
import { listAddressApprovals } from '@/lib/endpoints/approval';
import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';
import type { Message } from '@/lib/messages/message';
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
  const note = list.page?.meta;
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
      note={<Explanation note={note} />}
      empty={
        hasRevoked ? (
          <EmptyState icon="none" title={t('No approvals')}>
            <ApiMessage of={note} /> {t('The indexed blocks contain no approvals by this address.')}
          </EmptyState>
        ) : (
          <EmptyState icon="none" title={t('No active approvals')}>
            <ApiMessage of={note} />{' '}
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

function Explanation({ note }: { note: Message | null | undefined }) {
  return (
    <p className="text-sm text-faint">
      <ApiMessage of={note} />{' '}
      {t(
        'The latest approval log per token and spender: the limit as approved, without deducting what was spent since. Any contract can log an approval in anyone’s name, and approvals inside other contracts (such as Permit2) are not listed.',
      )}
    </p>
  );
}
