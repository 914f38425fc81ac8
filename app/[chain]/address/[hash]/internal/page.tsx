import { AddressCallsTable } from '@/components/internal-transaction/address-calls-table';
import { ListPage } from '@/components/layout/list-page';
import { SPAN_INPUTS } from '@/components/transaction/transaction-filter';
import { ApiMessage } from '@/components/ui/api-message';
import { Choices } from '@/components/ui/choices';
import { DirectionFilter } from '@/components/ui/direction-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterForm } from '@/components/ui/filter-form';
import { rich } from '@/components/ui/rich';
import { listAddressInternals } from '@/lib/endpoints/internal-transaction';
import { withQuery } from '@/lib/format/link';
import { SPAN_FIELDS } from '@/lib/format/list-field';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { exportsOf } from '../csv-href';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Internal transactions of an address: those that moved coin; all with `calls=all`, or if none moved any. */
export default async function AddressInternalsPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const given = await searchParams;
  const requested = await loadCalls(page, given);
  const isWithoutValue =
    given.calls !== 'all' && requested.isFirst && !requested.isFiltered && isEmpty(requested);
  const list = isWithoutValue ? await loadCalls(page, { ...given, calls: 'all' }) : requested;
  const isAll = isWithoutValue || given.calls === 'all';
  const { chain, address, path } = page;
  const note = list.page?.meta;
  return (
    <ListPage
      list={list}
      label={t('Internal transactions')}
      what={t('the internal transactions of an address')}
      head={
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <DirectionFilter list={list} />
            <ValueChoice list={list} isAll={isAll} />
          </div>
          <FilterForm list={list} fields={SPAN_INPUTS} />
        </>
      }
      note={
        <>
          {note && (
            <p className="text-sm text-faint">
              <ApiMessage of={note} />
            </p>
          )}
          {isWithoutValue && (
            <p className="text-sm text-faint">
              {rich('No call moved {symbol}: all calls are listed.', { symbol: chain.symbol })}
            </p>
          )}
          {!isAll && <Hidden symbol={chain.symbol} list={list} />}
        </>
      }
      csv={exportsOf(path, list, { name: 'internal', kind: 'call' })}
      empty={
        isAll || list.page?.meta?.status === 'unavailable' ? (
          <EmptyState icon="none" title={t('No internal transactions')}>
            {note == null ? (
              t('No internal transactions from or to this address are indexed.')
            ) : (
              <ApiMessage of={note} />
            )}
          </EmptyState>
        ) : (
          <EmptyState icon="none" title={t('No internal transactions with value')}>
            <ApiMessage of={note} />{' '}
            {rich(
              'No contract moved {symbol} from or to this address in an internal transaction. <link>Show all calls</link>',
              {
                symbol: chain.symbol,
                link: (words) => <a href={withQuery(list.path, { ...list.params, calls: 'all' })}>{words}</a>,
              },
            )}
          </EmptyState>
        )
      }
    >
      <AddressCallsTable calls={list.items} address={address.hash} symbol={chain.symbol} />
    </ListPage>
  );
}

function loadCalls(page: Awaited<ReturnType<typeof getPageAddress>>, searchParams: SearchParams) {
  return loadList(listAddressInternals, page, {
    tab: 'internal',
    searchParams: Promise.resolve(searchParams),
    filters: ['filter'],
    fields: { ...SPAN_FIELDS, calls: (text: string) => (text === 'all' ? {} : undefined) },
    ignored: ['min_value'],
    fixed: searchParams.calls === 'all' ? {} : { min_value: '1' },
  });
}

/** Whether the API has the list, with nothing in it. */
function isEmpty({ page }: Awaited<ReturnType<typeof loadCalls>>): boolean {
  return page !== undefined && page.items.length === 0 && page.meta?.status !== 'unavailable';
}

type List = Readonly<{ path: string; params: Readonly<Record<string, string>> }>;

/** The count of the tab is of all calls: says which are not listed. */
function Hidden({ symbol, list: { path, params } }: { symbol: string; list: List }) {
  return (
    <p className="text-sm text-faint">
      {rich('Calls that move no {symbol} are not listed. <link>Show all calls</link>', {
        symbol,
        link: (words) => <a href={withQuery(path, { ...params, calls: 'all' })}>{words}</a>,
      })}
    </p>
  );
}

function ValueChoice({ list: { path, params }, isAll }: { list: List; isAll: boolean }) {
  const { calls: _, ...others } = params;
  return (
    <Choices
      label={t('Calls')}
      choices={[
        { text: t('With value'), href: withQuery(path, others), isOn: !isAll },
        { text: t('All calls'), href: withQuery(path, { ...others, calls: 'all' }), isOn: isAll },
      ]}
    />
  );
}
