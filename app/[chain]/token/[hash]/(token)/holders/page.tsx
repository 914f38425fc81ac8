import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { Concentration } from '@/components/holding/concentration-line';
import { HoldersTable } from '@/components/holding/holders-table';
import { ListPage } from '@/components/layout/list-page';
import { ApiMessage } from '@/components/ui/api-message';
import { EmptyState } from '@/components/ui/empty-state';
import { listTokenHolders } from '@/lib/endpoints/holding';
import { hasTrait, isHeldById } from '@/lib/evm/token-standards';
import { t } from '@/lib/language/t';
import { getPageToken, type Params } from '../../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function HoldersPage({ params, searchParams }: Props) {
  const page = await getPageToken(params);
  const list = await loadList(listTokenHolders, page, { tab: 'holders', searchParams });
  const { token, path } = page;
  const note = list.page?.meta;
  const isById = isHeldById(token.type);
  return (
    <ListPage
      list={list}
      label={t('Holders')}
      what={t('the holders of a token')}
      head={
        isById ? (
          <RowUnit holders={token.holders_count} />
        ) : (
          list.isFirst && <Concentration holders={list.items} token={token} isPartial={note != null} />
        )
      }
      csv={{ raw: `${path}/csv/holders` }}
      note={
        note && (
          <p className="text-sm text-faint">
            <ApiMessage of={note} />
          </p>
        )
      }
      empty={<NoHolders isConfidential={hasTrait(token.type, 'encrypted')} />}
    >
      <HoldersTable
        token={token}
        holders={list.items}
        collection={isById ? token.address_hash : undefined}
        list={list}
      />
    </ListPage>
  );
}

/** What a row is where the list is longer than the number of holders. */
function RowUnit({ holders }: { holders: string | null }) {
  return (
    <p className="text-sm text-soft">
      {holders !== null &&
        `${t('{count, plural, one {# account holds} other {# accounts hold}} IDs of this token.', { count: BigInt(holders) })} `}
      {t('Each row is one ID of one account: amounts of different IDs are not added up.')}
    </p>
  );
}

function NoHolders({ isConfidential }: { isConfidential: boolean }) {
  return isConfidential ? (
    <EmptyState icon="lock" title={t('Confidential')}>
      {t(
        'Senders and recipients of this token are public: see its transfers. How much each account holds is encrypted: only authorized accounts can decrypt it.',
      )}
    </EmptyState>
  ) : (
    <EmptyState icon="cube" title={t('No holders')}>
      {t('According to the indexed transfers no account holds this token.')}
    </EmptyState>
  );
}
