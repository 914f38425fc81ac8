import { NamedAddress } from '@/components/chain/address';
import { CoinAmount } from '@/components/chain/amount';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { COIN_DECIMALS, type Rate, Worth } from '@/components/chain/worth';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { RankedAddress } from '@/lib/endpoints/address';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { formatHundredths, groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Props = {
  caption: string;
  accounts: readonly RankedAddress[];
  /** Rank of the first one. */
  firstRank: number;
  symbol: string;
  rate: Rate;
  /** Total supply of the coin in wei; null if unknown. */
  supply: string | null;
  list: ListUrl;
};

/** Accounts in the order of their balances or transactions. */
export function AccountsTable({ caption, accounts, firstRank, symbol, rate, supply, list }: Props) {
  const lookAlikes = findLookAlikes(accounts.map(({ hash }) => hash));
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={caption}
        columns={[
          rankColumn(firstRank),
          addressColumn(lookAlikes),
          balanceColumn(symbol, rate),
          ...(supply === null || BigInt(supply) === 0n ? [] : [shareColumn(BigInt(supply))]),
          TRANSACTIONS,
        ]}
        rows={accounts}
        list={list}
        narrow="max-md:grid-cols-[2.5rem_minmax(0,1fr)_auto] max-md:items-center"
      />
    </>
  );
}

type AccountColumn = Column<RankedAddress>;

const rankColumn = (first: number): AccountColumn => ({
  head: msg('Rank'),
  className: 'max-md:order-1 md:w-16',
  cell: (_, index) => <span className="figure text-soft">{groupDigits(first + index)}</span>,
});

const addressColumn = (lookAlikes: ReadonlySet<string>): AccountColumn => ({
  head: msg('Address'),
  // takes the remaining width, so that long names are truncated
  className: 'max-md:order-2 max-md:col-span-2 md:w-full md:max-w-0',
  cell: (address) => <NamedAddress address={address} lookAlikes={lookAlikes} />,
});

const balanceColumn = (symbol: string, rate: Rate): AccountColumn => ({
  head: msg('Balance'),
  className: 'max-md:order-3 max-md:col-start-2 md:text-end',
  cell: ({ coin_balance: balance }) => (
    <>
      <CoinAmount wei={balance} symbol={symbol} isColumn />
      <Worth amount={balance} decimals={COIN_DECIMALS} symbol={symbol} now={rate} />
    </>
  ),
});

/** A balance may be newer than the total. */
const shareColumn = (supply: bigint): AccountColumn => ({
  head: msg('Share'),
  className: 'max-md:hidden md:text-end',
  cell: ({ coin_balance: balance }) => {
    const hundredths = Number((BigInt(balance) * 10_000n) / supply);
    const isSmall = hundredths === 0 && balance !== '0';
    return (
      <span className="figure text-soft">
        {isSmall ? `<${formatHundredths(1)}` : formatHundredths(hundredths, true)}
      </span>
    );
  },
});

const TRANSACTIONS: AccountColumn = {
  head: msg('Transactions'),
  className: 'max-md:order-4 max-md:justify-self-end md:text-end',
  cell: ({ transactions_count: count }) => (
    <span className="figure">
      {groupDigits(count)}
      <span className="text-faint md:hidden">
        {t('{count, plural, one { transaction} other { transactions}}', { count: BigInt(count) })}
      </span>
    </span>
  ),
};
