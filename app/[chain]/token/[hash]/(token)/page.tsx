import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { ListPage } from '@/components/layout/list-page';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { EmptyState } from '@/components/ui/empty-state';
import { listTransfersOfToken } from '@/lib/endpoints/token-transfer';
import { getPageToken, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function TokenPage({ params, searchParams }: Props) {
  const page = await getPageToken(params);
  const list = await loadList(listTransfersOfToken, page, { searchParams, isOptional: true });
  return (
    <ListPage
      list={list}
      label="Transfers"
      what="the transfers of a token"
      csv={`${page.path}/csv/transfers`}
      empty={
        <EmptyState icon="arrowRight" title="No transfers indexed">
          The index has no transfer event of this token.
        </EmptyState>
      }
    >
      <ListTransfersTable caption="Transfers of this token, newest first" transfers={list.items} />
    </ListPage>
  );
}
