import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { Withdrawal } from '@/lib/endpoints/withdrawal';
import { readBuilderIndex } from '@/lib/evm/builder-index';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Props = {
  caption: string;
  withdrawals: readonly Withdrawal[];
  symbol: string;
  /** The subject of the page, whose column is omitted; a list of the chain has all. */
  of?: 'block' | 'address';
  list?: ListUrl;
};

export function WithdrawalsTable({ caption, withdrawals, symbol, of, list }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={[
        INDEX,
        VALIDATOR,
        ...(of === 'block' ? [] : [BLOCK, TIME]),
        ...(of === 'address' ? [] : [RECEIVER]),
        amountColumn(symbol),
      ]}
      rows={withdrawals}
      list={list}
    />
  );
}

const INDEX: Column<Withdrawal> = {
  head: msg('Index'),
  className: 'max-md:order-1',
  cell: ({ index }) => <span className="mono">#{groupDigits(index)}</span>,
};

const VALIDATOR: Column<Withdrawal> = {
  head: msg('Validator'),
  className: 'max-md:order-3',
  cell: ({ validator_index }) => {
    const builder = readBuilderIndex(validator_index);
    if (builder !== undefined)
      return <span className="text-soft">{t('Builder {index}', { index: groupDigits(builder) })}</span>;
    return (
      <span className="text-soft">
        <span className="text-faint md:hidden">{t('validator')} </span>
        {groupDigits(validator_index)}
      </span>
    );
  },
};

const RECEIVER: Column<Withdrawal> = {
  head: msg('Recipient'),
  className: 'max-md:order-4 md:w-1/2 md:max-w-0',
  cell: ({ receiver }) => <AddressLabel address={receiver} />,
};

const BLOCK: Column<Withdrawal> = {
  head: msg('Block'),
  className: 'max-md:order-4 max-md:justify-self-end',
  cell: ({ block_number }) => <BlockLink height={block_number} />,
};

const TIME: Column<Withdrawal> = {
  head: msg('Time'),
  className: 'max-md:order-5',
  cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
};

function amountColumn(symbol: string): Column<Withdrawal> {
  return {
    head: msg('Amount'),
    className: 'max-md:order-2 max-md:justify-self-end md:text-end',
    cell: ({ amount }) => <CoinAmount wei={amount} symbol={symbol} isColumn />,
  };
}
