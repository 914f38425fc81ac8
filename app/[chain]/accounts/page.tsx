import { AccountsTable } from '@/components/address/accounts-table';
import { ApiMessage } from '@/components/ui/api-message';
import { Choices } from '@/components/ui/choices';
import { EmptyState } from '@/components/ui/empty-state';
import { listAddresses } from '@/lib/endpoints/address';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('accounts', {
  title: msg('Accounts on {name}'),
  description: msg('Known accounts on {name}, by balance or number of transactions.'),
});

/** Accounts by coin balance, or by transactions with `sort=transactions_count`. */
export default async function AccountsPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'accounts');
  const { chain, path } = page;
  const found = await loadList(listAddresses, page, {
    searchParams,
    filters: ['sort'],
    ignored: ['order'],
  });
  const firstRank = found.isFirst ? 1 : readRank((await searchParams).rank);
  const list = { ...found, next: withRank(found.next, firstRank + found.items.length) };
  const isByTransactions = list.params.sort === 'transactions_count';
  const note = list.page?.meta;
  return (
    <ChainList
      list={list}
      what={t('accounts')}
      end={{ title: msg('No more accounts'), link: msg('First accounts') }}
      about={isByTransactions ? t('Most transactions first') : t('Recently active, highest balance first')}
      tools={
        <>
          <div className="flex">
            <Choices
              label={t('Order')}
              choices={[
                { text: t('By balance'), href: path, isOn: !isByTransactions },
                {
                  text: t('By transactions'),
                  href: `${path}?sort=transactions_count`,
                  isOn: isByTransactions,
                },
              ]}
            />
          </div>
          {note != null && list.items.length > 0 && (
            <p className="text-sm text-soft">
              <ApiMessage of={note} />
            </p>
          )}
        </>
      }
      empty={
        <EmptyState icon="none" title={t('No balances are known')}>
          {note == null ? t('No indexed block mentions an account yet.') : <ApiMessage of={note} />}
        </EmptyState>
      }
    >
      <AccountsTable
        caption={
          isByTransactions ? t('Accounts, most transactions first') : t('Accounts, highest balance first')
        }
        accounts={list.items}
        firstRank={firstRank}
        symbol={chain.symbol}
        rate={{ rate: list.page?.exchange_rate ?? null, source: list.page?.exchange_rate_source ?? null }}
        supply={list.page?.total_supply ?? null}
        list={list}
      />
    </ChainList>
  );
}

/** The rank of a page's first row, passed in the link as the cursor lacks it. */
function readRank(text: string | string[] | undefined): number {
  return typeof text === 'string' && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

function withRank(href: string | undefined, rank: number): string | undefined {
  return href && `${href}&rank=${rank}`;
}
