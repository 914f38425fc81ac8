import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { siteUrl } from '@/app/site-url';
import { AddressFacts } from '@/components/address/address-facts';
import { AddressGlance } from '@/components/address/address-glance';
import { AddressHeader } from '@/components/address/address-header';
import { addressTitle } from '@/components/address/address-title';
import { WatchButton } from '@/components/address/watch-button';
import { ChainLink } from '@/components/chain/chain-link';
import { ImitationNotice } from '@/components/chain/imitation';
import { listTabs } from '@/components/layout/page-tabs';
import { ViewAs } from '@/components/layout/view-as';
import { FollowLink } from '@/components/money-flow/follow-link';
import { type Tab, TabList } from '@/components/ui/tab-list';
import { findOverview } from '@/lib/client/chains';
import { t } from '@/lib/language/t';
import { TABS } from '@/lib/pages/tabs';
import { findCounters, findGlance, getPageAddress, type Params } from './load';

type Props = { children: ReactNode; params: Params };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, address } = await getPageAddress(params);
  return {
    title: t('{title} on {name}', { title: addressTitle(address), name: chain.name }),
    description: t('Balance, transactions, token transfers and logs of {hash} on {name}.', {
      hash: address.hash,
      name: chain.name,
    }),
    alternates: {
      canonical: `/${chain.id}/address/${address.hash}`,
      types: { 'application/atom+xml': `/${chain.id}/address/${address.hash}/feed.atom` },
    },
  };
}

/** Header, facts and tabs shared by all pages of an address. */
export default async function AddressLayout({ children, params }: Props) {
  const page = await getPageAddress(params);
  const { chain, address, path } = page;
  const [{ counters, tabs: lengths, activity }, glance, overview] = await Promise.all([
    findCounters(page),
    findGlance(page),
    findOverview(chain.id),
  ]);
  const isContract = address.is_contract === true;
  const tabs = listTabs('address', {
    '': countOrCapped(counters?.transactions_count, lengths?.transactions_count),
    'token-transfers': countOrCapped(counters?.token_transfers_count, lengths?.token_transfers_count),
    tokens: countOrCapped(undefined, lengths?.token_balances_count),
    internal: countOrCapped(undefined, lengths?.internal_transactions_count),
    'coin-transfers':
      (lengths?.coin_transfers_count ?? 0) === 0
        ? null
        : countOrCapped(undefined, lengths?.coin_transfers_count),
    withdrawals:
      address.has_beacon_chain_withdrawals === true
        ? countOrCapped(undefined, lengths?.withdrawals_count)
        : null,
    logs: address.has_logs || isContract ? countOrCapped(undefined, lengths?.logs_count) : null,
    fhe: (lengths?.fhe_access_count ?? 0) === 0 ? null : {},
    contract: isContract || address.creation_status === 'selfdestructed' ? {} : null,
  });
  return (
    <article className="flex flex-col gap-5">
      <ImitationNotice imitated={address.imitates} />
      <AddressHeader
        address={address}
        activity={activity}
        viewAs={
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
            <WatchButton
              chainId={chain.id}
              address={address.hash}
              block={overview?.head?.indexed_block ?? 0}
              isSeen={overview?.head?.indexed_block != null}
              development={overview?.development}
            />
            <ChainLink to="/watchlist" className="no-print text-sm whitespace-nowrap max-sm:hidden">
              {t('Watch list')}
            </ChainLink>
            <FollowLink from={address.hash} />
            <ViewAs base={path} site={siteUrl().origin} csv={CSV_TABS} feed={`${path}/feed.atom`} />
          </div>
        }
      />
      <AddressFacts address={address} counters={counters} symbol={chain.symbol} />
      <AddressGlance address={address} {...glance} path={path} />
      <TabList base={path} label={t('Sections of this address')} tabs={tabs} />
      {children}
    </article>
  );
}

const CSV_TABS = TABS.address.flatMap(({ path, csv }) => (csv === undefined ? [] : [path]));

/** The API stops counting here: 51 means "more than 50". */
const CAP = 51;

/** The exact count if known, otherwise the capped one with a plus sign. */
function countOrCapped(
  exact: string | undefined,
  capped: number | null | undefined,
): Pick<Tab, 'count' | 'suffix'> {
  if (exact !== undefined) return { count: Number(exact) };
  if (capped == null) return {};
  return capped >= CAP ? { count: CAP - 1, suffix: '+' } : { count: capped };
}
