import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount, Unknown } from '@/components/chain/amount';
import { BlockLink } from '@/components/chain/block-link';
import { Counterparty } from '@/components/chain/direction';
import { Ends } from '@/components/chain/ends';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { FheCount } from '@/components/fhe/fhe-count';
import { MethodLabel } from '@/components/transaction/method-label';
import { TransactionCell } from '@/components/transaction/transaction-status';
import { TransactionValue } from '@/components/transaction/transaction-value';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Props = {
  caption: string;
  transactions: readonly ListedTransaction[];
  symbol: string;
  /** What all rows have in common and do not repeat: their block, or an address. */
  of?: Readonly<{ block: number }> | Readonly<{ address: string }>;
  list?: ListUrl;
};

export function TransactionsTable({ caption, transactions, symbol, of, list }: Props) {
  const inBlock = of !== undefined && 'block' in of;
  const address = of !== undefined && 'address' in of ? of.address : undefined;
  const lookAlikes = findLookAlikes([...transactions.flatMap(listEnds), ...(address ? [address] : [])]);
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={caption}
        columns={[
          HASH,
          METHOD,
          inBlock ? POSITION : BLOCK,
          ...(inBlock ? [] : [AGE]),
          address === undefined ? endsColumn(lookAlikes) : counterpartyColumn(address, lookAlikes),
          valueColumn(symbol),
          feeColumn(symbol),
        ]}
        rows={transactions}
        list={list}
      />
    </>
  );
}

function listEnds({ from, to, created_contract: created }: ListedTransaction): string[] {
  return [from, to, created].flatMap((end) => (end === null ? [] : [end.hash]));
}

type TransactionColumn = Column<ListedTransaction>;

const HASH: TransactionColumn = {
  head: msg('Transaction'),
  className: 'max-md:order-1',
  cell: (transaction) => <TransactionCell transaction={transaction} />,
};

const METHOD: TransactionColumn = {
  head: msg('Method'),
  className: 'max-md:order-4',
  cell: (transaction) => (
    <span className="flex items-center gap-2">
      <MethodLabel transaction={transaction} />
      <FheCount count={transaction.fhe_operations_count} />
    </span>
  ),
};

const BLOCK: TransactionColumn = {
  head: msg('Block'),
  className: 'max-xl:hidden whitespace-nowrap',
  cell: ({ block_number: height }) =>
    height === null ? <Unknown text={t('pending')} /> : <BlockLink height={height} />,
};

const POSITION: TransactionColumn = {
  head: msg('Position'),
  className: 'aside-cell',
  cell: ({ position }) =>
    position === null ? (
      <Unknown />
    ) : (
      <span className="text-soft">
        <span className="md:hidden">{t('position')} </span>
        {groupDigits(position)}
      </span>
    ),
};

const AGE: TransactionColumn = {
  head: msg('Time'),
  className: 'aside-cell',
  cell: ({ timestamp, first_seen_at: seen }) => {
    const time = timestamp ?? seen;
    return time === null ? <Unknown text={t('pending')} /> : <Age timestamp={time} className="text-soft" />;
  },
};

// takes the remaining width, so that long names are truncated
const ENDS_CLASS = 'max-md:order-3 ends-cell';

const endsColumn = (lookAlikes: ReadonlySet<string>): TransactionColumn => ({
  head: msg('From and to'),
  className: ENDS_CLASS,
  cell: ({ from, to, created_contract: created }) => (
    <Ends from={from} lookAlikes={lookAlikes}>
      <Receiver address={to ?? created} lookAlikes={lookAlikes} />
    </Ends>
  ),
});

/** Direction and counterparty, as seen from one address. */
const counterpartyColumn = (address: string, lookAlikes: ReadonlySet<string>): TransactionColumn => ({
  head: msg('Counterparty'),
  className: ENDS_CLASS,
  cell: ({ from, to, created_contract: created }) => (
    <Counterparty
      from={from}
      to={to ?? created}
      of={address}
      nobody={t('no contract')}
      lookAlikes={lookAlikes}
    />
  ),
});

function Receiver(props: { address: ListedTransaction['to']; lookAlikes: ReadonlySet<string> }) {
  const { address, lookAlikes } = props;
  return address === null ? (
    <span className="text-faint">{t('no contract')}</span>
  ) : (
    <AddressLabel address={address} lookAlikes={lookAlikes} />
  );
}

const valueColumn = (symbol: string): TransactionColumn => ({
  head: msg('Value'),
  className: 'units value-cell max-md:order-5',
  cell: (transaction) => <TransactionValue transaction={transaction} symbol={symbol} />,
});

const feeColumn = (symbol: string): TransactionColumn => ({
  head: msg('Fee'),
  className: 'text-end max-lg:hidden',
  cell: ({ fee }) => <CoinAmount wei={fee.value} symbol={symbol} className="text-soft" isColumn />,
});
