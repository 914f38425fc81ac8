import { AddressTokensTable } from '@/components/holding/balances-table';
import { ListPage } from '@/components/layout/list-page';
import { StandardFilter } from '@/components/token/standard-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { listAddressTokens } from '@/lib/endpoints/holding';
import { typesWith } from '@/lib/evm/token-standards';
import { loadContents } from '../../../load-contents';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressTokensPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressTokens, page, { tab: 'tokens', searchParams, filters: ['type'] });
  const message = list.page?.meta?.message;
  const contents = await loadContents(page.chain);
  return (
    <ListPage
      list={list}
      label="Tokens"
      what="the tokens of an address"
      head={<StandardFilter list={list} types={contents?.token_types} />}
      foot={message && <p className="text-sm text-faint">{message}</p>}
      filtered={{ title: 'No tokens of these standards', link: 'Show all standards.' }}
      empty={
        <EmptyState icon="none" title="No tokens">
          {message === undefined
            ? 'According to the indexed transfers it holds none.'
            : 'No balance of a token is known.'}{' '}
          Confidential balances ({typesWith('encrypted').join(', ')}) can only be read by authorized accounts,
          so they are not listed.
        </EmptyState>
      }
    >
      <AddressTokensTable balances={list.items} />
    </ListPage>
  );
}
