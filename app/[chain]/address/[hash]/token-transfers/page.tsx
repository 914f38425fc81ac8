import { ChainLink } from '@/components/chain/chain-link';
import { ListPage } from '@/components/layout/list-page';
import { StandardFilter } from '@/components/token/standard-filter';
import { AddressTransfersTable } from '@/components/token-transfer/address-transfers-table';
import { BatchNote } from '@/components/token-transfer/batch-note';
import { ZERO_FIELD } from '@/components/token-transfer/unsigned-zeros';
import { SPAN_INPUTS } from '@/components/transaction/transaction-filter';
import { DirectionFilter } from '@/components/ui/direction-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterForm } from '@/components/ui/filter-form';
import { rich } from '@/components/ui/rich';
import { listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { SPAN_FIELDS } from '@/lib/format/list-field';
import { t } from '@/lib/language/t';
import { loadContents } from '../../../load-contents';
import { loadList, type SearchParams } from '../../../load-list';
import { exportsOf } from '../csv-href';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressTransfersPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listTransfersOfAddress, page, {
    tab: 'token-transfers',
    searchParams,
    filters: ['filter', 'type', 'token'],
    fields: { ...SPAN_FIELDS, ...ZERO_FIELD },
  });
  const { address, chain, path } = page;
  const contents = await loadContents(chain);
  return (
    <ListPage
      list={list}
      label={t('Token transfers')}
      what={t('the transfers of an address')}
      head={
        <>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <DirectionFilter list={list} />
            <StandardFilter list={list} types={contents?.token_types} />
          </div>
          <FilterForm
            list={list}
            fields={[...SPAN_INPUTS, { name: 'token', label: t('Token'), placeholder: '0x…' }]}
          />
        </>
      }
      csv={exportsOf(path, list, { name: 'token-transfers', kind: 'token' })}
      note={<BatchNote transfers={list.items} />}
      filtered={{ title: t('No matching transfers'), link: t('Show all transfers.') }}
      empty={
        <EmptyState icon="arrowRight" title={t('No token transfers')}>
          {rich('The indexed logs contain no {tokenTypes} transfers from or to this address.', {
            tokenTypes: listTokenTypes('or'),
          })}
          {address.token !== null && (
            <>
              {' '}
              {rich('<link>Transfers of this token</link> are on its own page.', {
                link: (words) => <ChainLink to={`/token/${address.hash}`}>{words}</ChainLink>,
              })}
            </>
          )}
        </EmptyState>
      }
    >
      <AddressTransfersTable list={list} address={address.hash} />
    </ListPage>
  );
}
