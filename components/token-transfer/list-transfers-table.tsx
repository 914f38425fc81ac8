import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { Unknown } from '@/components/chain/amount';
import { Ends } from '@/components/chain/ends';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { TransferAmount } from '@/components/token-transfer/transfer-amount';
import { TransferKind } from '@/components/token-transfer/transfer-kind';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { hasTrait } from '@/lib/evm/token-standards';
import { toColumnId } from '@/lib/format/columns';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';
import { shownTransfers, type TransfersPart, UnsignedZeros } from './unsigned-zeros';

type TransferColumn = Column<TokenTransfer>;
type Props = {
  caption: string;
  list: TransfersPart;
  /** The token standard of all of them. */
  standard?: string | null | undefined;
};

/** Token transfers of several transactions, newest first. */
export function ListTransfersTable({ caption, list, standard }: Props) {
  const transfers = shownTransfers(list);
  const lookAlikes = findLookAlikes(transfers.flatMap(({ from, to }) => [from.hash, to.hash]));
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <UnsignedZeros list={list} />
      {transfers.length > 0 && (
        <DataTable
          caption={caption}
          columns={[TRANSACTION, TIME, EVENT, endsColumn(lookAlikes), amountColumn(standard)]}
          rows={transfers}
          list={list}
        />
      )}
    </>
  );
}

const TRANSACTION: TransferColumn = {
  head: msg('Transaction'),
  className: 'max-md:order-1',
  cell: ({ transaction_hash: hash, log_index: index }) => (
    <TransactionLink hash={hash} part={`/token-transfers#log-${index}`} />
  ),
};

const TIME: TransferColumn = {
  head: msg('Time'),
  className: 'aside-cell',
  cell: ({ timestamp }) =>
    timestamp === null ? <Unknown /> : <Age timestamp={timestamp} className="text-soft" />,
};

const EVENT: TransferColumn = {
  head: msg('Event'),
  className: 'max-md:order-4 max-md:justify-self-end md:max-lg:hidden',
  cell: (transfer) => <TransferKind transfer={transfer} />,
};

const endsColumn = (lookAlikes: ReadonlySet<string>): TransferColumn => ({
  head: msg('From and to'),
  // long names are truncated
  className: 'max-md:order-5 max-md:col-span-2 md:w-1/2 md:max-w-0 xl:w-2/5',
  cell: ({ from, to }) => (
    <Ends from={from} lookAlikes={lookAlikes}>
      <AddressLabel address={to} lookAlikes={lookAlikes} />
    </Ends>
  ),
});

const AMOUNT = msg('Amount or token ID');

const amountColumn = (standard: Props['standard']): TransferColumn => ({
  head: amountHead(standard),
  className: 'units md:min-w-36 md:text-end xl:whitespace-nowrap max-md:order-3',
  cell: (transfer) => <TransferAmount transfer={transfer} isColumn />,
});

/** Which of the two it is, where the standard has one of them; in the URL it is the same column. */
function amountHead(standard: Props['standard']): TransferColumn['head'] {
  const hasIds = hasTrait(standard, 'ids');
  if (hasIds === hasTrait(standard, 'amounts')) return AMOUNT;
  return { id: toColumnId(AMOUNT.english), text: hasIds ? t('Token ID') : t('Amount') };
}
