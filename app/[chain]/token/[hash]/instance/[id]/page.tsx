import type { Metadata } from 'next';
import type { z } from 'zod';
import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { HoldersTable } from '@/components/holding/holders-table';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import type { List } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { TokenLabel } from '@/components/token/token-label';
import { InstanceFacts } from '@/components/token-instance/instance-facts';
import { describeMedia, InstanceMedia } from '@/components/token-instance/instance-media';
import { instanceName, instanceTitle } from '@/components/token-instance/instance-name';
import { MetadataPanel } from '@/components/token-instance/metadata-panel';
import { OwnerTimeline } from '@/components/token-instance/owner-timeline';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { ApiMessage } from '@/components/ui/api-message';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { callExtra, callPath } from '@/lib/client/call';
import { listInstanceHolders } from '@/lib/endpoints/holding';
import { getTokenInstanceTransfersCount } from '@/lib/endpoints/token';
import { getTokenInstance } from '@/lib/endpoints/token-instance';
import { listTransfersOfInstance } from '@/lib/endpoints/token-transfer';
import { hasTrait } from '@/lib/evm/token-standards';
import { shortenHash, shortenTokenId } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { getPageInstance, type InstanceParams, type PageInstance } from '../../load';

type TransferPage = z.output<typeof listTransfersOfInstance.response>;
type Props = { params: InstanceParams; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await getPageInstance(params);
  const { chain, path, transfersCount } = found;
  const title = titleOf(found);
  return {
    title: t('{title} on {name}', { title, name: chain.name }),
    description: t(
      '{title}: owner, metadata and {count, plural, one {# transfer} other {# transfers}} on {name}.',
      { title, count: transfersCount, name: chain.name },
    ),
    alternates: { canonical: path },
  };
}

function titleOf({ token, instance, id }: PageInstance): string {
  const collection = token?.name == null ? 'NFT' : displayText(token.name, 40);
  const name = instanceName(instance);
  return name === undefined ? `${collection} #${shortenTokenId(id)}` : `${name} · ${collection}`;
}

/** One NFT: on-chain image, facts, metadata and transfers. */
export default async function InstancePage({ params, searchParams }: Props) {
  const found = await getPageInstance(params);
  const { chain, collection, id, instance, token } = found;
  return (
    <article className="flex flex-col gap-4">
      <Breadcrumb
        trail={[
          { href: `/${chain.id}/tokens`, text: t('Tokens') },
          {
            href: `/${chain.id}/token/${collection}`,
            text: token?.name == null ? shortenHash(collection) : displayText(token.name, 40),
          },
          { href: `/${chain.id}/token/${collection}/inventory`, text: t('Inventory') },
        ]}
      >
        <LastCrumb>#{shortenTokenId(id)}</LastCrumb>
      </Breadcrumb>
      <header>
        <h1 className="wrap-any text-xl font-semibold tracking-tight">
          <bdi>{instanceTitle(instance, id)}</bdi>
        </h1>
        <p className="text-soft">
          <TokenLabel token={token ?? { address_hash: collection, name: null, symbol: null }} /> #
          {shortenTokenId(id)}
        </p>
      </header>
      <div className="grid gap-4 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <figure className="self-start overflow-hidden rounded-md border border-line bg-surface shadow-panel">
          <InstanceMedia instance={instance} collection={collection} name={instanceTitle(instance, id)} />
          <figcaption className="border-t border-line px-4 py-2 text-xs text-soft">
            {describeMedia(instance)}
          </figcaption>
        </figure>
        <div className="flex min-w-0 flex-col gap-4">
          <InstanceFacts {...found} />
          {instance && <MetadataPanel instance={instance} />}
        </div>
      </div>
      <Holders found={found} />
      <Transfers found={found} searchParams={searchParams} />
    </article>
  );
}

/** Holders of an NFT that several accounts may hold, such as one of ERC-1155. */
async function Holders({ found: { token, where } }: { found: PageInstance }) {
  if (!hasTrait(token?.type, 'ids') || hasTrait(token?.type, 'unique')) return null;
  const page = await callExtra(listInstanceHolders, where);
  if (page === undefined) return null;
  const { items, next_page_params: next, meta } = page;
  return (
    <Panel
      title={t('Holders')}
      id="holders"
      aside={
        next === null
          ? t('{count, plural, one {# holder} other {# holders}}', { count: items.length })
          : t('the {count} largest', { count: items.length })
      }
    >
      {items.length === 0 ? (
        <EmptyState icon="cube" title={t('No holder known')}>
          {meta ? (
            <ApiMessage of={meta} />
          ) : (
            t('According to the indexed transfers no account holds this token ID.')
          )}
        </EmptyState>
      ) : (
        <HoldersTable token={{ decimals: '0', total_supply: null, type: null }} holders={items} />
      )}
    </Panel>
  );
}

/** The first and the last transfer, if the list has all. */
function describeHistory({ items, isFirst, next }: List<TransferPage>, count: number): string {
  const [last, first] = [items[0], items.at(-1)];
  const isWhole = isFirst && next === undefined;
  const facts = [
    t('{count, plural, one {# transfer} other {# transfers}}', { count }),
    ...(isWhole && first?.timestamp != null
      ? [
          t(first.type === 'token_minting' ? msg('minted {day}') : msg('first indexed {day}'), {
            day: first.timestamp.slice(0, 10),
          }),
        ]
      : []),
    ...(isFirst && items.length > 1 && last?.timestamp != null
      ? [t('last {day}', { day: last.timestamp.slice(0, 10) })]
      : []),
  ];
  return facts.join(' · ');
}

async function Transfers({
  found,
  searchParams,
}: {
  found: PageInstance;
  searchParams: Props['searchParams'];
}) {
  const { where, token, transfersCount, instance } = found;
  const list = await loadList(listTransfersOfInstance, found, {
    searchParams,
    ignored: ['token_id'],
  });
  const main = instance === undefined ? getTokenInstanceTransfersCount : getTokenInstance;
  return (
    <>
      {hasTrait(token?.type, 'unique') && (
        <OwnerTimeline
          transfers={list.items}
          hasLatest={list.isFirst}
          isWhole={list.isFirst && list.next === undefined}
        />
      )}
      <Panel title={t('Transfers')} id="transfers" aside={describeHistory(list, transfersCount)}>
        {list.items.length > 0 ? (
          <ListTransfersTable
            caption={t('Transfers of this NFT, newest first')}
            list={list}
            standard={token?.type}
          />
        ) : (
          <EmptyState
            icon="arrowRight"
            title={transfersCount === 0 ? t('No transfers indexed') : t('No transfers to list')}
          >
            {transfersCount === 0
              ? t('The contract is known, but no transfer of this token ID is indexed: it may not exist.')
              : t('This page of the list is empty, or the API does not list the transfers of an NFT.')}
          </EmptyState>
        )}
      </Panel>
      <Pager {...list} />
      <PageCall path={list.isFirst ? callPath(main, where) : list.call} />
    </>
  );
}
