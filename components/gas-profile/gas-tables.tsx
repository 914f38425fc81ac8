import { AddressLabel } from '@/components/chain/address';
import { MethodName } from '@/components/transaction/method-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Meter } from '@/components/ui/meter';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { formatPercent, groupDigits, perMille } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { type GasRow, listGasRows } from './list-gas-rows';
import { gasBeforeRefund } from './refund-owed';

/** Rows of a table: the page would be too long with more. */
export const MAX_ROWS = 20;

/** Gas by contract. */
export function ContractsTable({ profile }: { profile: GasProfile }) {
  return (
    <DataTable
      caption={t('Gas by contract, the most own gas first')}
      columns={[CONTRACT, CALLS, ownColumn(profile), TOTAL]}
      rows={listGasRows(profile, profile.contracts, MAX_ROWS)}
    />
  );
}

/** Gas by contract and method. */
export function MethodsTable({ profile }: { profile: GasProfile }) {
  return (
    <DataTable
      caption={t('Gas by method, the most own gas first')}
      columns={[CONTRACT, METHOD, CALLS, ownColumn(profile), TOTAL]}
      rows={listGasRows(profile, profile.methods, MAX_ROWS)}
    />
  );
}

const CONTRACT: Column<GasRow> = {
  head: msg('Contract'),
  className: 'max-md:order-1 md:w-1/3 md:max-w-0',
  cell: ({ address, outside }) =>
    address === null ? (
      <span className="text-soft">{outside === 'calls' ? t('Other calls') : t('Intrinsic gas')}</span>
    ) : (
      <AddressLabel address={address} />
    ),
};

const METHOD: Column<GasRow> = {
  head: msg('Method'),
  className: 'max-md:order-3',
  cell: ({ address, method }) =>
    address === null ? null : method == null ? (
      <span className="text-faint">{t('no method')}</span>
    ) : (
      <MethodName name={method} />
    ),
};

const CALLS: Column<GasRow> = {
  head: msg('Calls'),
  className: 'md:text-end max-md:hidden',
  cell: ({ outside, calls }) => (outside === 'intrinsic' ? null : groupDigits(calls)),
};

const TOTAL: Column<GasRow> = {
  head: msg('Total gas'),
  className: 'md:text-end max-md:order-4 max-md:col-start-2 max-md:justify-self-end text-soft',
  cell: ({ total_gas, is_own_gas_exact: isExact }) =>
    total_gas !== null && (
      <>
        {!isExact && '≥ '}
        {groupDigits(total_gas)} <span className="md:hidden">{t('total')}</span>
      </>
    ),
};

/** Where the own gas of a call is not known, as the trace lacks a refund that exceeds it, the sum is a lower bound. */
function ownColumn(profile: GasProfile): Column<GasRow> {
  const whole = gasBeforeRefund(profile);
  return {
    head: msg('Own gas'),
    className: 'md:text-end max-md:order-2 max-md:justify-self-end',
    cell: ({ own_gas, is_own_gas_exact: isExact }) => {
      const own = BigInt(own_gas);
      if (own === 0n && !isExact) return <span className="text-faint">{t('unknown')}</span>;
      const share = formatPercent(own, whole);
      return (
        <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
          <span className="hidden w-16 sm:block">
            <Meter
              stretches={[{ perMille: perMille(own, whole), className: 'fill-accent' }]}
              label={t('{share} of the gas before refunds', { share: share ?? t('unknown') })}
            />
          </span>
          <span className="md:min-w-20">
            {!isExact && '≥ '}
            {groupDigits(own)}
          </span>{' '}
          <span className="w-12 text-end text-xs text-faint">{share}</span>
        </span>
      );
    },
  };
}
