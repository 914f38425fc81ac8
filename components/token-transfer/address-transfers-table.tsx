import { Age } from '@/components/chain/age';
import { Counterparty } from '@/components/chain/direction';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { TransferAmount } from '@/components/token-transfer/transfer-amount';
import { TransferKind } from '@/components/token-transfer/transfer-kind';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';
import { shownTransfers, type TransfersPart, UnsignedZeros } from './unsigned-zeros';

type Props = { list: TransfersPart; address: string };

/** Token transfers as seen from one address. */
export function AddressTransfersTable({ list, address }: Props) {
  const transfers = shownTransfers(list);
  const lookAlikes = findLookAlikes([address, ...transfers.flatMap(({ from, to }) => [from.hash, to.hash])]);
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <UnsignedZeros list={list} />
      {transfers.length > 0 && (
        <DataTable
          caption={t('Token transfers of this address, newest first')}
          columns={[TRANSACTION, TIME, EVENT, counterpartyColumn(address, lookAlikes), AMOUNT, STANDARD]}
          rows={transfers}
          list={list}
        />
      )}
    </>
  );
}

const TRANSACTION: Column<TokenTransfer> = {
  head: msg('Transaction'),
  className: 'max-md:order-1',
  cell: ({ transaction_hash: hash, log_index: index }) => (
    <TransactionLink hash={hash} part={`/token-transfers#log-${index}`} />
  ),
};

const TIME: Column<TokenTransfer> = {
  head: msg('Time'),
  className: 'aside-cell',
  cell: ({ timestamp }) => timestamp !== null && <Age timestamp={timestamp} className="text-soft" />,
};

const EVENT: Column<TokenTransfer> = {
  head: msg('Event'),
  className: 'max-md:order-5 md:max-lg:hidden',
  cell: (transfer) => <TransferKind transfer={transfer} />,
};

const AMOUNT: Column<TokenTransfer> = {
  head: msg('Amount or token ID'),
  className: 'units md:text-end xl:whitespace-nowrap max-md:order-4 max-md:col-span-2 max-md:text-base',
  cell: (transfer) => <TransferAmount transfer={transfer} isColumn />,
};

const STANDARD: Column<TokenTransfer> = {
  head: msg('Standard'),
  className: 'max-md:order-6 max-md:justify-self-end md:w-24 md:text-end',
  cell: (transfer) => <Pill>{transfer.token_type ?? transfer.token.type ?? t('token')}</Pill>,
};

const counterpartyColumn = (address: string, lookAlikes: ReadonlySet<string>): Column<TokenTransfer> => ({
  head: msg('Counterparty'),
  // takes the remaining width, so that long names are truncated
  className: 'max-md:order-3 max-md:col-span-2 md:w-1/2 md:max-w-0',
  cell: ({ from, to }) => (
    <Counterparty
      from={from}
      to={to}
      of={address}
      lookAlikes={lookAlikes}
      isLinked={from.hash.toLowerCase() !== to.hash.toLowerCase()}
    />
  ),
});
