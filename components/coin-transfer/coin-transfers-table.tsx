import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { Counterparty } from '@/components/chain/direction';
import { Ends } from '@/components/chain/ends';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { CoinTransfer } from '@/lib/endpoints/coin-transfer';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';

type Props = {
  transfers: readonly CoinTransfer[];
  symbol: string;
  /** The subject of the page: an address by its hash, or a transaction by the page of its logs. */
  of: Readonly<{ address: string } | { logsHref: string }>;
};
type CoinColumn = Column<CoinTransfer>;

/** Logged transfers of coin, of a transaction in order or of an address, newest first. */
export function CoinTransfersTable({ transfers, symbol, of }: Props) {
  const ends = transfers.flatMap(({ from, to }) => [from.hash, to.hash]);
  const lookAlikes = findLookAlikes('address' in of ? [of.address, ...ends] : ends);
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={
          'address' in of
            ? t('Coin transfers of this address, newest first')
            : t('Coin transfers of this transaction, in order')
        }
        columns={[
          ...('address' in of
            ? [TRANSACTION, TIME, KIND, counterpartyColumn(of.address, lookAlikes)]
            : [logColumn(of.logsHref), KIND, endsColumn(lookAlikes)]),
          amountColumn(symbol, !('address' in of)),
        ]}
        rows={transfers}
      />
    </>
  );
}

const TRANSACTION: CoinColumn = {
  head: msg('Transaction'),
  className: 'max-md:order-1',
  cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} part="/coin-transfers" />,
};

const TIME: CoinColumn = {
  head: msg('Time'),
  className: 'aside-cell',
  cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
};

const KIND: CoinColumn = {
  head: msg('Type'),
  className: 'max-md:order-4',
  cell: ({ kind }) =>
    kind === 'value' ? (
      <Pill tone="accent" title={t('The value of the transaction itself')}>
        {t('value')}
      </Pill>
    ) : (
      <Pill title={t('Transferred by a contract: by a call, a creation or a self-destruct')}>
        {t('call')}
      </Pill>
    ),
};

const logColumn = (logsHref: string): CoinColumn => ({
  head: msg('Log'),
  className: 'max-md:order-1',
  cell: ({ log_index: index }) => (
    <a href={`${logsHref}#log-${index}`} className="mono">
      #{index}
    </a>
  ),
});

const endsColumn = (lookAlikes: ReadonlySet<string>): CoinColumn => ({
  head: msg('From and to'),
  // takes the remaining width, so that long names are truncated
  className: 'max-md:order-3 max-md:col-span-2 md:w-1/2 md:max-w-0',
  cell: ({ from, to }) => (
    <Ends from={from} lookAlikes={lookAlikes}>
      <AddressLabel address={to} lookAlikes={lookAlikes} />
    </Ends>
  ),
});

const counterpartyColumn = (self: string, lookAlikes: ReadonlySet<string>): CoinColumn => ({
  head: msg('Counterparty'),
  className: 'max-md:order-3 max-md:col-span-2 md:w-1/2 md:max-w-0',
  cell: ({ from, to }) => <Counterparty from={from} to={to} of={self} lookAlikes={lookAlikes} />,
});

const amountColumn = (symbol: string, isExact: boolean): CoinColumn => ({
  head: msg('Amount'),
  className: 'max-md:order-5 max-md:justify-self-end md:text-end',
  cell: ({ value }) => <CoinAmount wei={value} symbol={symbol} isExact={isExact} isColumn={!isExact} />,
});
