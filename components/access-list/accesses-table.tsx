import { AddressLabel } from '@/components/chain/address';
import { CoinAmount } from '@/components/chain/amount';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { AccountAccess } from '@/lib/endpoints/access-list';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';

type Props = { accesses: readonly AccountAccess[]; symbol: string };

/** The accounts that a block accessed, and what it changed of them. */
export function AccessesTable({ accesses, symbol }: Props) {
  return (
    <DataTable
      caption={t('Accounts that this block accessed')}
      columns={[
        ADDRESS,
        balanceColumn(symbol),
        NONCE,
        countColumn(msg('Slots changed'), ({ changed_slots_count }) => changed_slots_count),
        countColumn(msg('Slots read'), ({ read_slots_count }) => read_slots_count),
      ]}
      rows={accesses}
      narrow="max-md:grid-cols-2"
    />
  );
}

const ADDRESS: Column<AccountAccess> = {
  head: msg('Address'),
  className: 'max-md:col-span-2 md:w-1/3 md:max-w-0',
  cell: ({ address }) => <AddressLabel address={address} />,
};

function balanceColumn(symbol: string): Column<AccountAccess> {
  return {
    head: msg('Balance after'),
    className: 'max-md:col-span-2 md:text-end',
    cell: ({ balance }) => (
      <>
        <span className="label md:hidden">{t('Balance after')} </span>
        {balance === null ? <Unchanged /> : <CoinAmount wei={balance} symbol={symbol} isColumn />}
      </>
    ),
  };
}

const NONCE: Column<AccountAccess> = {
  head: msg('Nonce after'),
  className: 'max-md:col-span-2 md:text-end',
  isNamed: true,
  cell: ({ nonce, code_changes_count }) => (
    <>
      {nonce === null ? <Unchanged /> : groupDigits(nonce)}
      {code_changes_count > 0 && <span className="text-xs text-faint"> {t('new code')}</span>}
    </>
  ),
};

function countColumn(head: Msg, read: (row: AccountAccess) => number): Column<AccountAccess> {
  return {
    head,
    className: 'md:text-end',
    isNamed: true,
    cell: (row) => groupDigits(read(row)),
  };
}

function Unchanged() {
  return <span className="text-faint">{t('unchanged')}</span>;
}
