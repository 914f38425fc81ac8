import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { ImitationNotice } from '@/components/chain/imitation';
import { Breadcrumb } from '@/components/layout/breadcrumb';
import { listTabs, nameTabs } from '@/components/layout/page-tabs';
import { TabCrumb } from '@/components/layout/tab-crumb';
import { TokenFacts } from '@/components/token/token-facts';
import { TokenHeader } from '@/components/token/token-header';
import { TokenSource } from '@/components/token/token-source';
import { TabList } from '@/components/ui/tab-list';
import { callExtra } from '@/lib/client/call';
import { getTokenCounters, type Token } from '@/lib/endpoints/token';
import { getTokenActivity } from '@/lib/endpoints/token-activity';
import { hasTrait } from '@/lib/evm/token-standards';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { getPageToken, type Params } from '../load';

type Props = { children: ReactNode; params: Params };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, token } = await getPageToken(params);
  const name = nameOf(token);
  return {
    title: t('{name} on {chain}', { name, chain: chain.name }),
    description: t('{name}, {standard} {address} on {chain}: supply, holders and transfers.', {
      name,
      standard: token.type ?? t('token'),
      address: token.address_hash,
      chain: chain.name,
    }),
    alternates: { canonical: `/${chain.id}/token/${token.address_hash}` },
  };
}

function nameOf(token: Token): string {
  const text = token.name ?? token.symbol;
  return text === null || text.trim() === ''
    ? t('Token {addressHash}', { addressHash: shortenHash(token.address_hash) })
    : displayText(text, 60);
}

/** Header, facts and tabs shared by all pages of a token. */
export default async function TokenLayout({ children, params }: Props) {
  const { chain, token, where, path } = await getPageToken(params);
  const [counters, activity] = await Promise.all([
    callExtra(getTokenCounters, where),
    callExtra(getTokenActivity, where),
  ]);
  const transfersCount = counters?.transfers_count ?? null;
  return (
    <article className="flex flex-col gap-5">
      <Breadcrumb trail={[{ href: `/${chain.id}/tokens`, text: t('Tokens') }]}>
        <TabCrumb base={path} text={nameOf(token)} tabs={nameTabs('token')} />
      </Breadcrumb>
      <TokenHeader token={token} activity={activity} />
      <ImitationNotice imitated={token.imitates} />
      <TokenFacts token={token} transfersCount={transfersCount} />
      <TokenSource token={token} />
      <TabList
        base={path}
        label={t('Sections of this token')}
        tabs={[
          ...listTabs('token', {
            '': { count: countOf(transfersCount) },
            holders: { count: countOf(token.holders_count) },
            confidential: hasTrait(token.type, 'encrypted') ? {} : null,
            inventory: hasTrait(token.type, 'ids') ? {} : null,
          }),
          {
            segment: 'contract',
            name: t('Contract'),
            href: `/${chain.id}/address/${token.address_hash}/contract`,
          },
        ]}
      />
      {children}
    </article>
  );
}

function countOf(text: string | null): number | undefined {
  return text === null ? undefined : Number(text);
}
