import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { siteUrl } from '@/app/site-url';
import { ADDRESS_CSV_TABS } from '@/app/view/page-data';
import { AddressFacts } from '@/components/address/address-facts';
import { AddressHeader } from '@/components/address/address-header';
import { ImitationNotice } from '@/components/chain/imitation';
import { ViewAs } from '@/components/layout/view-as';
import { type Tab, TabList } from '@/components/ui/tab-list';
import { nameOfAddress } from '@/lib/format/address-name';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { findCounters, getPageAddress, type Params } from './load';

type Props = { children: ReactNode; params: Params };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, address } = await getPageAddress(params);
  const kind = address.is_contract === true ? t('Contract') : t('Address');
  const name = displayText(nameOfAddress(address) ?? shortenHash(address.hash), 40);
  return {
    title: t('{kind} {name} on {chain}', { kind, name, chain: chain.name }),
    description: t('Balance, transactions, token transfers and logs of {hash} on {name}.', {
      hash: address.hash,
      name: chain.name,
    }),
    alternates: { canonical: `/${chain.id}/address/${address.hash}` },
  };
}

/** Header, facts and tabs shared by all pages of an address. */
export default async function AddressLayout({ children, params }: Props) {
  const page = await getPageAddress(params);
  const { chain, address, path } = page;
  const { counters, tabs: lengths, activity } = await findCounters(page);
  const tabs: Tab[] = [
    {
      segment: null,
      name: t('Transactions'),
      ...countOrCapped(counters?.transactions_count, lengths?.transactions_count),
    },
    {
      segment: 'token-transfers',
      name: t('Token transfers'),
      ...countOrCapped(counters?.token_transfers_count, lengths?.token_transfers_count),
    },
    { segment: 'tokens', name: t('Tokens'), ...countOrCapped(undefined, lengths?.token_balances_count) },
    { segment: 'nfts', name: 'NFTs' },
    {
      segment: 'internal',
      name: t('Internal transactions'),
      ...countOrCapped(undefined, lengths?.internal_transactions_count ?? undefined),
    },
    ...(address.has_beacon_chain_withdrawals === true
      ? [
          {
            segment: 'withdrawals',
            name: t('Withdrawals'),
            ...countOrCapped(undefined, lengths?.withdrawals_count ?? undefined),
          },
        ]
      : []),
    ...(address.has_logs || address.is_contract === true
      ? [{ segment: 'logs', name: t('Logs'), ...countOrCapped(undefined, lengths?.logs_count) }]
      : []),
    { segment: 'approvals', name: t('Approvals') },
    { segment: 'activity', name: t('Activity') },
    ...(address.is_contract === true ? [{ segment: 'contract', name: t('Contract') }] : []),
  ];
  return (
    <article className="flex flex-col gap-5">
      <ImitationNotice imitated={address.imitates} />
      <AddressHeader
        address={address}
        activity={activity}
        viewAs={<ViewAs base={path} site={siteUrl().origin} csv={ADDRESS_CSV_TABS} />}
      />
      <AddressFacts address={address} counters={counters} symbol={chain.symbol} />
      <TabList base={path} label={t('Sections of this address')} tabs={tabs} />
      {children}
    </article>
  );
}

/** The API stops counting here: 51 means "more than 50". */
const CAP = 51;

/** The exact count if known, otherwise the capped one with a plus sign. */
function countOrCapped(exact: string | undefined, capped: number | undefined): Pick<Tab, 'count' | 'suffix'> {
  if (exact !== undefined) return { count: Number(exact) };
  if (capped === undefined) return {};
  return capped >= CAP ? { count: CAP - 1, suffix: '+' } : { count: capped };
}
