import type { Metadata } from 'next';
import { PageHeader } from '@/components/layout/page-header';
import { TokensTable } from '@/components/token/tokens-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listTokens } from '@/lib/endpoints/token';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { getChain } from '../get-chain';
import { pageLinks, readListQuery, type SearchParams } from '../list-query';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: `Tokens on ${chain.name}`,
    description: `Tokens on ${chain.name}: ${listTokenTypes('and')}.`,
    alternates: { canonical: `/${chain.id}/tokens` },
  };
}

/** All tokens of a chain, a page at a time. */
export default async function TokensPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const asked = readListQuery(listTokens.query.shape, await searchParams, ['type', 'q', 'sort', 'order']);
  const page = await callExtra(listTokens, { chain: chain.id, params: {}, query: asked.query });
  const path = `/${chain.id}/tokens`;
  const tokens = page?.items ?? [];
  return (
    <section className="flex flex-col gap-4">
      <PageHeader title="Tokens" about="Most holders first" />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="tokens"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={<NoTokens isFiltered={Object.keys(asked.kept).length > 0} href={path} />}
        >
          <TokensTable tokens={tokens} />
        </ListBody>
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoTokens(props: { isFiltered: boolean; href: string }) {
  if (props.isFiltered) {
    return (
      <EmptyState icon="search" title="No matching tokens">
        <a href={props.href}>Show all tokens.</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="cube" title="No tokens indexed">
      No token transfer is indexed yet.
    </EmptyState>
  );
}
