import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { ListPage } from '@/components/layout/list-page';
import { TransfersChart } from '@/components/token/transfers-chart';
import { BatchNote } from '@/components/token-transfer/batch-note';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { ZERO_FIELD } from '@/components/token-transfer/unsigned-zeros';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra } from '@/lib/client/call';
import { getTokenActivity } from '@/lib/endpoints/token-activity';
import { listTransfersOfToken } from '@/lib/endpoints/token-transfer';
import { t } from '@/lib/language/t';
import { getPageToken, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function TokenPage({ params, searchParams }: Props) {
  const page = await getPageToken(params);
  const [list, activity] = await Promise.all([
    loadList(listTransfersOfToken, page, { searchParams, fields: ZERO_FIELD }),
    callExtra(getTokenActivity, page.where),
  ]);
  return (
    <ListPage
      list={list}
      label={t('Transfers')}
      what={t('the transfers of a token')}
      head={
        list.isFirst && activity && <TransfersChart days={activity.days} isComplete={activity.is_complete} />
      }
      csv={{ raw: `${page.path}/csv/transfers` }}
      note={<BatchNote transfers={list.items} />}
      empty={
        <EmptyState icon="arrowRight" title={t('No transfers indexed')}>
          {t('No transfer events of this token are indexed.')}
        </EmptyState>
      }
    >
      <ListTransfersTable
        caption={t('Transfers of this token, newest first')}
        list={list}
        standard={page.token.type}
      />
    </ListPage>
  );
}
