import { EmptyState } from '@/components/ui/empty-state';
import { type FilterField, FilterForm } from '@/components/ui/filter-form';
import { OperationsTable } from '@/components/user-operation/operations-table';
import { listUserOperations } from '@/lib/endpoints/user-operation';
import { addressField } from '@/lib/format/list-field';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('operations', {
  title: msg('User operations on {name}'),
  description: msg('User operations (ERC-4337) on {name}, newest first, with account, bundler and fee.'),
});

const PLACEHOLDER = '0x…';
const INPUTS: readonly FilterField[] = [
  { name: 'sender', label: msg('Account'), placeholder: PLACEHOLDER },
  { name: 'bundler', label: msg('Bundler'), placeholder: PLACEHOLDER },
  { name: 'paymaster', label: msg('Paymaster'), placeholder: PLACEHOLDER },
  { name: 'factory', label: msg('Factory'), placeholder: PLACEHOLDER },
  { name: 'entry_point', label: msg('EntryPoint'), placeholder: PLACEHOLDER },
];

/** User operations of the chain, newest first. */
export default async function OperationsPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'operations');
  const list = await loadList(listUserOperations, page, {
    searchParams,
    filters: ['transaction_hash', 'block_number'],
    fields: Object.fromEntries(INPUTS.map(({ name }) => [name, addressField(name)])),
    ignored: ['bundle_index'],
  });
  return (
    <ChainList
      list={list}
      what={t('user operations')}
      end={{ title: msg('No more user operations'), link: msg('Latest user operations') }}
      about={t('What bundlers executed for smart accounts (ERC-4337), newest first')}
      tools={
        (list.items.length > 0 || list.isFiltered || list.rejected.length > 0) && (
          <FilterForm list={list} fields={INPUTS} />
        )
      }
      filtered={{ title: t('No matching user operations'), link: t('Show all user operations.') }}
      empty={
        <EmptyState icon="none" title={t('No user operations')}>
          {t(
            'No indexed block calls an EntryPoint (ERC-4337, versions 0.6 to 0.9). They appear here with the first block that does.',
          )}
        </EmptyState>
      }
    >
      <OperationsTable operations={list.items} symbol={page.chain.symbol} list={list} />
    </ChainList>
  );
}
