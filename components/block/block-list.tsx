import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { FheCount } from '@/components/fhe/fhe-count';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import { t } from '@/lib/language/t';
import { GasShare } from './gas-share';

type Props = { blocks: readonly Block[]; chain: { id: string; symbol: string } };

/** Latest blocks. Rows are keyed by position, so that a new block changes texts without moving anything. */
export function BlockList({ blocks, chain }: Props) {
  return (
    <Panel
      title={t('Latest blocks')}
      id="blocks"
      aside={<a href={`/${chain.id}/blocks`}>{t('All blocks')}</a>}
    >
      {blocks.length === 0 ? (
        <EmptyState icon="cube" title={t('No blocks indexed yet')}>
          {t('Indexing has just started. The first blocks will appear in a moment.')}
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line" data-hold="">
          {[...blocks.entries()].map(([position, block]) => (
            <BlockLine key={position} block={block} symbol={chain.symbol} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function BlockLine({ block, symbol }: { block: Block; symbol: string }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 px-4 py-2 text-sm hover:bg-hover">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-base font-medium" title={block.hash}>
          <BlockLink height={block.height} />
        </span>
        <Age timestamp={block.timestamp} className="text-faint" />
      </p>
      <p className="flex items-center justify-end gap-2">
        <FheCount count={block.fhe_operations_count} />
        {t('{count, plural, one {# transaction} other {# transactions}}', {
          count: block.transactions_count,
        })}
      </p>
      <p className="flex min-w-0 items-center gap-1.5">
        <span className="sr-only">{t('Fee recipient')}</span>
        <AddressLabel address={block.miner} />
        {block.transaction_fees !== null && block.transaction_fees !== '0' && (
          <span className="ms-2 hidden whitespace-nowrap text-faint sm:inline lg:hidden xl:inline">
            {rich('fees {amount}', { amount: <CoinAmount wei={block.transaction_fees} symbol={symbol} /> })}
          </span>
        )}
      </p>
      <p className="flex justify-end">
        <GasShare block={block} />
      </p>
    </li>
  );
}
