import type { z } from 'zod';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { VerifiedContractsTable } from '@/components/contract/verified-contracts-table';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterChips } from '@/components/ui/filter-chips';
import { SearchForm } from '@/components/ui/search-form';
import { callExtra } from '@/lib/client/call';
import { getContractCounters, listContracts, SOURCE_LANGUAGES } from '@/lib/endpoints/contract';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('verified-contracts', {
  title: msg('Verified contracts on {name}'),
  description: msg(
    'Contracts on {name} whose sources are verified, with compiler and match, most recently verified first.',
  ),
});

/** Verified contracts, the last verified first, by language (`filter`) or by name (`q`). */
export default async function VerifiedContractsPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'verified-contracts');
  const [list, counters] = await Promise.all([
    loadList(listContracts, page, { searchParams, filters: ['filter', 'q'] }),
    callExtra(getContractCounters, page.where),
  ]);
  return (
    <ChainList
      list={list}
      what={t('verified contracts')}
      end={{ title: msg('No more verified contracts'), link: msg('Latest verified contracts') }}
      about={t('Most recently verified first')}
      tools={
        <>
          {counters !== undefined && <Counters counters={counters} />}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <LanguageFilter list={list} />
            <SearchForm
              list={list}
              label={t('Search verified contracts')}
              placeholder={t('Name or address')}
            />
          </div>
        </>
      }
      note={<p className="text-sm text-faint">{t(WHICH)}</p>}
      filtered={{ title: t('No matching contracts'), link: t('Show all verified contracts.') }}
      empty={
        <EmptyState icon="none" title={t('No verified contracts known yet')}>
          {t(WHICH)}
        </EmptyState>
      }
    >
      <VerifiedContractsTable contracts={list.items} symbol={page.chain.symbol} list={list} />
    </ChainList>
  );
}

const WHICH = msg(
  'Sources are looked up when a contract page is first opened: contracts not opened here yet may be verified too.',
);
const NAMES = { solidity: 'Solidity', vyper: 'Vyper', yul: 'Yul' } as const;

function Counters({ counters }: { counters: z.output<typeof getContractCounters.response> }) {
  const facts = [
    {
      label: t('Contracts created'),
      hint: t('In the indexed blocks'),
      all: counters.smart_contracts,
      lastDay: counters.new_smart_contracts_24h,
    },
    {
      label: t('Verified contracts'),
      hint: t('Known to this explorer'),
      all: counters.verified_smart_contracts,
      lastDay: counters.new_verified_smart_contracts_24h,
    },
  ];
  return (
    <Facts className="grid-cols-2">
      {facts.map(({ label, hint, all, lastDay }) => (
        <Fact key={label} label={label} hint={hint}>
          {groupDigits(all)}
          <FactNote>{t('{count} in the last 24 hours', { count: groupDigits(lastDay) })}</FactNote>
        </Fact>
      ))}
    </Facts>
  );
}

type List = Readonly<{ path: string; params: Readonly<Record<string, string>> }>;

function LanguageFilter({ list: { path, params } }: { list: List }) {
  const { filter, ...others } = params;
  const choices = SOURCE_LANGUAGES.map((language) => ({
    text: NAMES[language],
    href: withQuery(path, { ...others, filter: language }),
    isOn: filter === language,
  }));
  const all = { text: t('All'), href: withQuery(path, others), isOn: filter === undefined };
  return <FilterChips label={t('Language of the sources')} choices={[all, ...choices]} />;
}
