import { NamedAddress } from '@/components/chain/address';
import { CoinAmount } from '@/components/chain/amount';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { Counterparty } from '@/lib/endpoints/address-activity';
import { withQuery } from '@/lib/format/link';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';

type Props = {
  counterparties: readonly Counterparty[];
  /** The address whose counterparties are listed. */
  address: string;
  path: string;
  symbol: string;
};

/** Counterparties with the number of transactions and the value in each direction. */
export function CounterpartiesTable({ counterparties, address, path, symbol }: Props) {
  const lookAlikes = findLookAlikes([address, ...counterparties.map((one) => one.address.hash)]);
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={t('Counterparties, most transactions first')}
        columns={[
          otherColumn(lookAlikes),
          transactionsColumn(path),
          amountColumn(msg('Sent'), symbol, (one) => one.sent_value),
          amountColumn(msg('Received'), symbol, (one) => one.received_value),
        ]}
        rows={counterparties}
      />
    </>
  );
}

const otherColumn = (lookAlikes: ReadonlySet<string>): Column<Counterparty> => ({
  head: msg('Counterparty'),
  className: 'md:w-1/2 md:max-w-0',
  cell: ({ address }) => <NamedAddress address={address} lookAlikes={lookAlikes} />,
});

function transactionsColumn(path: string): Column<Counterparty> {
  return {
    head: msg('Transactions'),
    className: 'md:text-end max-md:justify-self-end',
    cell: ({ address, sent_count: sent, received_count: received }) => (
      <a
        href={withQuery(path, { counterparty: address.hash })}
        title={t('{sent} sent, {received} received', {
          sent: groupDigits(sent),
          received: groupDigits(received),
        })}
      >
        {groupDigits(sent + received)}
      </a>
    ),
  };
}

function amountColumn(
  head: Msg,
  symbol: string,
  read: (counterparty: Counterparty) => string,
): Column<Counterparty> {
  return {
    head,
    className: 'md:text-end',
    cell: (counterparty) => {
      const value = read(counterparty);
      return (
        <>
          <span className="text-xs text-faint md:hidden">{t(head)} </span>
          <CoinAmount wei={value} symbol={symbol} isColumn className={value === '0' ? 'text-faint' : ''} />
        </>
      );
    },
  };
}
