import { AddressLabel } from '@/components/chain/address';
import { MethodName } from '@/components/transaction/method-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Meter } from '@/components/ui/meter';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { formatPercent, groupDigits, perMille } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { gasBeforeRefund } from './refund-owed';

/** `address` is null for the gas outside of calls. */
type Group = Omit<GasProfile['contracts'][number], 'address'> & {
  address: GasProfile['contracts'][number]['address'] | null;
  method?: string | null;
};

/** Rows of a table: the page would be too long with more. */
export const MAX_ROWS = 20;

const NARROW = 'max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center';

/** Gas by contract. */
export function ContractsTable({ profile }: { profile: GasProfile }) {
  return (
    <DataTable
      caption={t('Gas by contract, the most own gas first')}
      columns={[CONTRACT, CALLS, ownColumn(profile), TOTAL]}
      rows={listRows(profile, profile.contracts)}
      narrow={NARROW}
    />
  );
}

/** Gas by contract and method. */
export function MethodsTable({ profile }: { profile: GasProfile }) {
  return (
    <DataTable
      caption={t('Gas by method, the most own gas first')}
      columns={[CONTRACT, METHOD, CALLS, ownColumn(profile), TOTAL]}
      rows={listRows(profile, profile.methods)}
      narrow={NARROW}
    />
  );
}

/** The groups, and what is outside of them: all shares together are the whole. */
function listRows(profile: GasProfile, groups: readonly Group[]): Group[] {
  const intrinsic = { calls: 0, own_gas: profile.intrinsic_gas, total_gas: profile.intrinsic_gas };
  return [...groups.slice(0, MAX_ROWS), { address: null, ...intrinsic }];
}

const CONTRACT: Column<Group> = {
  head: msg('Contract'),
  className: 'max-md:order-1 md:w-1/3 md:max-w-0',
  cell: ({ address }) =>
    address === null ? (
      <span className="text-soft">{t('Intrinsic gas')}</span>
    ) : (
      <AddressLabel address={address} />
    ),
};

const METHOD: Column<Group> = {
  head: msg('Method'),
  className: 'max-md:order-3',
  cell: ({ address, method }) =>
    address === null ? null : method == null ? (
      <span className="text-faint">{t('no method')}</span>
    ) : (
      <MethodName name={method} />
    ),
};

const CALLS: Column<Group> = {
  head: msg('Calls'),
  className: 'md:text-end max-md:hidden',
  cell: ({ address, calls }) => (address === null ? null : groupDigits(calls)),
};

const TOTAL: Column<Group> = {
  head: msg('Total gas'),
  className: 'md:text-end max-md:order-4 max-md:col-start-2 max-md:justify-self-end text-soft',
  cell: ({ total_gas }) => (
    <>
      {groupDigits(total_gas)} <span className="md:hidden">{t('total')}</span>
    </>
  ),
};

/** A contract whose own gas is not known, as the trace lacks a refund that exceeds it, has none of it. */
function ownColumn(profile: GasProfile): Column<Group> {
  const whole = gasBeforeRefund(profile);
  const [outermost] = profile.frames;
  return {
    head: msg('Own gas'),
    className: 'md:text-end max-md:order-2 max-md:justify-self-end',
    cell: ({ address, own_gas }) => {
      const own = BigInt(own_gas);
      if (own === 0n && outermost?.own_gas === null && address?.hash === outermost.address?.hash)
        return <span className="text-faint">{t('unknown')}</span>;
      const share = formatPercent(own, whole);
      return (
        <span className="inline-flex items-center justify-end gap-2 whitespace-nowrap">
          <span className="hidden w-16 sm:block">
            <Meter
              stretches={[{ perMille: perMille(own, whole), className: 'fill-accent' }]}
              label={t('{share} of the gas before refunds', { share: share ?? t('unknown') })}
            />
          </span>
          <span className="md:min-w-20">{groupDigits(own)}</span>{' '}
          <span className="w-12 text-end text-xs text-faint">{share}</span>
        </span>
      );
    },
  };
}
