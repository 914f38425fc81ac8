import type { Metadata } from 'next';
import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { PageCall } from '@/components/layout/page-call';
import { InstanceFacts } from '@/components/token-instance/instance-facts';
import { InstanceMedia, onChainImage } from '@/components/token-instance/instance-media';
import { instanceTitle } from '@/components/token-instance/instance-name';
import { MetadataPanel } from '@/components/token-instance/metadata-panel';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { callPath } from '@/lib/client/call';
import { getTokenInstanceTransfersCount } from '@/lib/endpoints/token';
import { getTokenInstance } from '@/lib/endpoints/token-instance';
import { listTransfersOfInstance } from '@/lib/endpoints/token-transfer';
import { shortenTokenId } from '@/lib/format/hash';
import { countOf } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { getPageInstance, type InstanceParams, type PageInstance } from '../../load';

type Props = { params: InstanceParams; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await getPageInstance(params);
  const { chain, path, transfersCount } = found;
  const title = titleOf(found);
  return {
    title: `${title} on ${chain.name}`,
    description: `${title}: owner, metadata and ${countOf(transfersCount, 'transfer')} on ${chain.name}.`,
    alternates: { canonical: path },
  };
}

function titleOf({ token, instance, id }: PageInstance): string {
  const collection = token?.name == null ? 'NFT' : displayText(token.name, 40);
  const name = instanceTitle(instance, id);
  return name.startsWith('#') ? `${collection} ${name}` : `${name} · ${collection}`;
}

/** One NFT: on-chain image, facts, metadata and transfers. */
export default async function InstancePage({ params, searchParams }: Props) {
  const found = await getPageInstance(params);
  const { collection, id, instance, token } = found;
  const isDrawn = instance !== undefined && onChainImage(instance) !== undefined;
  return (
    <article className="flex flex-col gap-4">
      <header>
        <h1 className="wrap-any text-xl font-semibold tracking-tight">
          <bdi>{instanceTitle(instance, id)}</bdi>
        </h1>
        <p className="text-soft">
          <bdi>{token?.name == null ? 'NFT' : displayText(token.name, 60)}</bdi> #{shortenTokenId(id)}
        </p>
      </header>
      <div className="grid gap-4 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <figure className="self-start overflow-hidden rounded-md border border-line bg-surface shadow-panel">
          <InstanceMedia instance={instance} collection={collection} name={instanceTitle(instance, id)} />
          <figcaption className="border-t border-line px-4 py-2 text-xs text-soft">
            {isDrawn ? 'Image from on-chain data' : 'No on-chain image: pattern generated for the collection'}
          </figcaption>
        </figure>
        <div className="flex min-w-0 flex-col gap-4">
          <InstanceFacts {...found} />
          {instance && <MetadataPanel instance={instance} />}
        </div>
      </div>
      <Transfers found={found} searchParams={searchParams} />
    </article>
  );
}

async function Transfers({
  found,
  searchParams,
}: {
  found: PageInstance;
  searchParams: Props['searchParams'];
}) {
  const { where, transfersCount, instance } = found;
  const list = await loadList(listTransfersOfInstance, found, {
    searchParams,
    ignored: ['token_id'],
    isOptional: true,
  });
  const main = instance === undefined ? getTokenInstanceTransfersCount : getTokenInstance;
  return (
    <>
      <Panel title="Transfers" id="transfers" aside={countOf(transfersCount, 'transfer')}>
        {list.items.length > 0 ? (
          <ListTransfersTable caption="Transfers of this NFT, newest first" transfers={list.items} />
        ) : (
          <EmptyState
            icon="arrowRight"
            title={transfersCount === 0 ? 'No transfers indexed' : 'No transfers to list'}
          >
            {transfersCount === 0
              ? 'The contract is known, but no transfer of this token ID is indexed: it may not exist.'
              : 'This page of the list is empty, or the API does not list the transfers of an NFT.'}
          </EmptyState>
        )}
      </Panel>
      <Pager {...list} />
      <PageCall path={list.isFirst ? callPath(main, where) : list.call} />
    </>
  );
}
