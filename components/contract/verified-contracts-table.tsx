import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount, Unknown } from '@/components/chain/amount';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { ListedContract } from '@/lib/endpoints/contract';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

type Props = { contracts: readonly ListedContract[]; symbol: string; list: ListUrl };
type ContractColumn = Column<ListedContract>;

/** Verified contracts, the last verified first. */
export function VerifiedContractsTable({ contracts, symbol, list }: Props) {
  const hasLicense = contracts.some(({ license_type: license }) => license !== null);
  return (
    <DataTable
      caption={t('Verified contracts, most recently verified first')}
      columns={[
        CONTRACT,
        MATCH,
        COMPILER,
        OPTIMIZATION,
        ...(hasLicense ? [LICENSE] : []),
        TRANSACTIONS,
        balanceColumn(symbol),
        VERIFIED,
      ]}
      rows={contracts}
      list={list}
    />
  );
}

const CONTRACT: ContractColumn = {
  head: msg('Contract'),
  // takes the remaining width, so that long names are truncated
  className: 'max-md:order-1 max-md:col-span-2 md:w-full md:max-w-0',
  cell: ({ address }) => <NamedAddress address={address} />,
};

const MATCH: ContractColumn = {
  head: msg('Match'),
  className: 'max-md:order-2',
  cell: ({ is_fully_verified: isExact }) => {
    if (isExact === null) return <Unknown />;
    return isExact ? (
      <Pill tone="ok" title={t('Exact match (metadata included)')}>
        {t('exact')}
      </Pill>
    ) : (
      <Pill tone="pending" title={t('Partial match (metadata differs)')}>
        {t('partial')}
      </Pill>
    );
  },
};

const COMPILER: ContractColumn = {
  head: msg('Compiler'),
  className: 'max-md:order-4 max-md:col-span-2',
  cell: ({ language, compiler_version: version }) => (
    <span className="flex gap-x-1.5 max-md:flex-wrap md:whitespace-nowrap">
      {language !== null && <span className="capitalize">{displayText(language, 20)}</span>}
      {version !== null && (
        <span className="mono text-soft" title={displayText(version, 80)}>
          {displayText(version, 80).replace(/\+commit\..*/, '')}
        </span>
      )}
      {language === null && version === null && <Unknown />}
    </span>
  ),
};

const OPTIMIZATION: ContractColumn = {
  head: msg('Optimization'),
  className: 'max-lg:hidden',
  cell: ({ optimization_enabled: isOn }) =>
    isOn === null ? <Unknown /> : <span className="text-soft">{isOn ? t('on') : t('off')}</span>,
};

const LICENSE: ContractColumn = {
  head: msg('License'),
  className: 'max-lg:hidden',
  cell: ({ license_type: license }) =>
    license === null ? <Unknown /> : <span className="text-soft">{displayText(license, 30)}</span>,
};

const TRANSACTIONS: ContractColumn = {
  head: msg('Transactions'),
  className: 'md:text-end max-md:order-5',
  cell: ({ transactions_count: count }) =>
    count === null ? (
      <Unknown />
    ) : (
      <span className="figure">
        {groupDigits(count)}
        <span className="text-faint md:hidden">
          {t('{count, plural, one { transaction} other { transactions}}', { count })}
        </span>
      </span>
    ),
};

const balanceColumn = (symbol: string): ContractColumn => ({
  head: msg('Balance'),
  className: 'md:text-end max-md:order-6 max-md:justify-self-end',
  cell: ({ coin_balance: balance }) => <CoinAmount wei={balance} symbol={symbol} isColumn />,
});

const VERIFIED: ContractColumn = {
  head: msg('Verified'),
  className: 'md:text-end max-md:order-3 max-md:justify-self-end',
  cell: ({ verified_at: at }) => (at === null ? <Unknown /> : <Age timestamp={at} className="text-soft" />),
};
