import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount, GasPrice, Unknown } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { FheCount } from '@/components/fhe/fhe-count';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { Block } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { GasShare } from './gas-share';

type Props = { blocks: readonly Block[]; symbol: string; list: ListUrl };

export function BlocksTable({ blocks, symbol, list }: Props) {
  return (
    <DataTable
      caption={t('Blocks, newest first')}
      columns={[
        ...COLUMNS,
        ...(blocks.some((block) => block.fhe_operations_count > 0) ? [FHE] : []),
        ...money(symbol),
      ]}
      rows={blocks}
      list={list}
    />
  );
}

const COLUMNS: readonly Column<Block>[] = [
  {
    head: msg('Block'),
    className: 'max-md:order-1 max-md:text-base',
    cell: (block) => (
      <span title={block.hash} className="font-medium">
        <BlockLink height={block.height} />
      </span>
    ),
  },
  {
    head: msg('Time'),
    className: 'aside-cell',
    cell: (block) => <Age timestamp={block.timestamp} className="text-soft" />,
  },
  {
    head: msg('Transactions'),
    className: 'md:text-end max-md:order-5',
    cell: (block) => (
      <>
        {groupDigits(block.transactions_count)}
        <span className="text-soft md:hidden">
          {t('{count, plural, one { transaction} other { transactions}}', {
            count: block.transactions_count,
          })}
        </span>
      </>
    ),
  },
  {
    head: msg('Fee recipient'),
    // takes the remaining width, so that long names are truncated
    className: 'max-md:order-3 md:w-full md:max-w-0 min-[112rem]:w-1/4',
    cell: (block) => <AddressLabel address={block.miner} />,
  },
  {
    head: msg('Gas used'),
    className: 'max-md:order-4 max-md:justify-self-end',
    cell: (block) => <GasShare block={block} />,
  },
];

const FHE: Column<Block> = {
  head: msg('FHE'),
  className: 'max-md:order-6 max-md:justify-self-end',
  cell: (block) => <FheCount count={block.fhe_operations_count} />,
};

const money = (symbol: string): readonly Column<Block>[] => [
  {
    head: msg('Base fee'),
    className: 'text-end max-lg:hidden',
    cell: (block) =>
      block.base_fee_per_gas === null ? (
        <Unknown text={t('none')} />
      ) : (
        <GasPrice wei={block.base_fee_per_gas} isColumn />
      ),
  },
  {
    head: msg('Fees'),
    className: 'text-end max-lg:hidden',
    cell: (block) => <CoinAmount wei={block.transaction_fees} symbol={symbol} isColumn />,
  },
];
