import { ChainLink } from '@/components/chain/chain-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { MethodName } from '@/components/transaction/method-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { FheProfile } from '@/lib/endpoints/fhe-activity';
import { formatTenths, groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { FheKinds } from './breakdown';

type Props = { profile: FheProfile; address: string };

/** What a contract computes on encrypted values: operations a transaction, cost by function, kinds; nothing without any. */
export function ContractFheProfile({ profile, address }: Props) {
  const { sample, functions, kinds } = profile;
  if (sample.operation_count === 0) return null;
  return (
    <Panel
      title={t('FHE profile')}
      id="fhe-profile"
      aside={<ChainLink to={`/fhe?caller=${address}`}>{t('All its FHE transactions')}</ChainLink>}
    >
      <div className="flex flex-col gap-4 p-4">
        <Facts className="sm:grid-cols-3">
          <Fact label={t('Transactions')}>
            {groupDigits(sample.transaction_count)}
            <FactNote>
              {t('of the latest {count, plural, one {# operation} other {# operations}}', {
                count: sample.operation_count,
              })}
            </FactNote>
          </Fact>
          <SpreadFact label={t('Operations per transaction')} spread={profile.operations} />
          <SpreadFact label={t('HCU per transaction')} spread={profile.hcu} />
        </Facts>
        <FheKinds kinds={kinds} total={sample.total_hcu} />
      </div>
      <DataTable
        caption={t('HCU by function, most first')}
        columns={columnsFor(BigInt(sample.total_hcu))}
        rows={functions}
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
      />
    </Panel>
  );
}

function SpreadFact({ label, spread }: { label: string; spread: FheProfile['hcu'] }) {
  if (spread === null) return null;
  const { minimum, quarter, median, three_quarters: high, maximum } = spread;
  return (
    <Fact label={label} hint={t('The median')}>
      {groupDigits(median)}
      <FactNote>
        {t('half of them {quarter} to {high}, all {minimum} to {maximum}', {
          quarter: groupDigits(quarter),
          high: groupDigits(high),
          minimum: groupDigits(minimum),
          maximum: groupDigits(maximum),
        })}
      </FactNote>
    </Fact>
  );
}

type FunctionCost = FheProfile['functions'][number];

function columnsFor(total: bigint): Column<FunctionCost>[] {
  return [
    {
      head: msg('Function'),
      className: 'max-md:order-1',
      cell: ({ method }) =>
        method === null ? (
          <span className="text-soft">{t('called by other contracts')}</span>
        ) : (
          <MethodName name={method} />
        ),
    },
    {
      head: msg('Transactions'),
      className: 'md:text-end max-md:hidden',
      cell: ({ transaction_count: count }) => groupDigits(count),
    },
    {
      head: msg('Operations'),
      className: 'md:text-end max-md:hidden',
      cell: ({ operation_count: count }) => groupDigits(count),
    },
    {
      head: msg('Median HCU'),
      className: 'md:text-end max-md:order-3',
      cell: ({ median_hcu: hcu }) => (
        <>
          <span className="text-soft md:hidden">{t('median')} </span>
          {groupDigits(hcu)}
        </>
      ),
    },
    {
      head: msg('Highest HCU'),
      className: 'md:text-end max-md:order-4 max-md:justify-self-end',
      cell: ({ maximum_hcu: hcu }) => (
        <>
          <span className="text-soft md:hidden">{t('highest')} </span>
          {groupDigits(hcu)}
        </>
      ),
    },
    {
      head: msg('Share'),
      className: 'md:text-end max-md:order-2 max-md:justify-self-end',
      cell: ({ total_hcu: hcu }) => formatTenths(BigInt(hcu), total),
    },
  ];
}
