import { NamedAddress } from '@/components/chain/address';
import { BlockLink } from '@/components/chain/block-link';
import { ChainLink } from '@/components/chain/chain-link';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { type Column, DataTable } from '@/components/ui/data-table';
import { type AddressNews, MAX_NEWS } from '@/lib/endpoints/address-activity';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { type Msg, msg, t } from '@/lib/language/t';
import { WatchButton } from './watch-button';

type Props = { chainId: string; news: readonly AddressNews[]; block: number };

/** Watched addresses and what is new at each, those with news first. */
export function WatchedTable({ chainId, news, block }: Props) {
  const lookAlikes = findLookAlikes(news.map((one) => one.address.hash));
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={t('Watched addresses')}
        columns={[
          {
            head: msg('Address'),
            className: 'md:w-1/2 md:max-w-0',
            cell: ({ address }) => <NamedAddress address={address} lookAlikes={lookAlikes} />,
          },
          newsColumn(msg('New transactions'), '', (one) => one.transactions_count),
          newsColumn(msg('New token transfers'), '/token-transfers', (one) => one.token_transfers_count),
          {
            head: msg('Seen to block'),
            className: 'md:text-end',
            cell: (one) => (
              <>
                <span className="text-xs text-faint md:hidden">{t('Seen to block')} </span>
                <BlockLink height={one.since_block} className="text-soft" />
              </>
            ),
          },
          {
            head: msg('Watch'),
            isHeadHidden: true,
            className: 'md:text-end max-md:justify-self-start',
            cell: ({ address: { hash } }) => <WatchButton chainId={chainId} address={hash} block={block} />,
          },
        ]}
        rows={news.toSorted((one, other) => Number(isQuiet(one)) - Number(isQuiet(other)))}
        narrow="max-md:grid-cols-[minmax(0,1fr)] max-md:gap-y-1"
      />
    </>
  );
}

const isQuiet = (one: AddressNews) => one.transactions_count + one.token_transfers_count === 0;

function newsColumn(head: Msg, tab: string, read: (one: AddressNews) => number): Column<AddressNews> {
  return {
    head,
    className: 'md:text-end',
    cell: (one) => {
      const count = read(one);
      return (
        <>
          <span className="text-xs text-faint md:hidden">{t(head)} </span>
          {count === 0 ? (
            <span className="text-faint">0</span>
          ) : (
            <ChainLink
              to={`/address/${one.address.hash}${tab}?from=${one.since_block + 1}`}
              className="font-medium"
            >
              {count < MAX_NEWS ? count : `${MAX_NEWS - 1}+`}
            </ChainLink>
          )}
        </>
      );
    },
  };
}
