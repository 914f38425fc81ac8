import { AddressLabel } from '@/components/chain/address';
import { TransactionLink } from '@/components/chain/transaction-link';
import { MethodName } from '@/components/transaction/method-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { type ComparedGas, compareProfiles } from './compare-profiles';

const MAX_ROWS = 40;
const SHOWN_ROWS = 12;

type Props = { profile: GasProfile; other: GasProfile; otherHash: string };

/** Gas of this transaction compared with another one. */
export function GasComparison({ profile, other, otherHash }: Props) {
  const rows = compareProfiles(profile, other);
  return (
    <Panel
      title={rich('Compared with {transaction}', {
        transaction: <TransactionLink hash={otherHash} />,
      })}
      id="comparison"
      aside={<Difference value={BigInt(other.gas_used ?? 0) - BigInt(profile.gas_used ?? 0)} hasUnit />}
    >
      <Rows
        caption={t('Own gas by method in both transactions, the largest difference first')}
        rows={rows.slice(0, SHOWN_ROWS)}
      />
      {rows.length > SHOWN_ROWS && (
        <Disclosure title={t('Smaller differences')} aside={describeRest(rows.length)}>
          <Rows caption={t('Smaller differences')} rows={rows.slice(SHOWN_ROWS, MAX_ROWS)} />
        </Disclosure>
      )}
    </Panel>
  );
}

function describeRest(count: number): string {
  const rest = groupDigits(count - SHOWN_ROWS);
  return count > MAX_ROWS ? t('the next {count} of {rest}', { count: MAX_ROWS - SHOWN_ROWS, rest }) : rest;
}

function Rows({ caption, rows }: { caption: string; rows: readonly ComparedGas[] }) {
  return (
    <DataTable
      caption={caption}
      columns={COLUMNS}
      rows={rows}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
    />
  );
}

const COLUMNS: readonly Column<ComparedGas>[] = [
  {
    head: msg('Contract'),
    className: 'max-md:order-1 md:w-1/3 md:max-w-0',
    cell: ({ address }) => <AddressLabel address={address} />,
  },
  {
    head: msg('Method'),
    className: 'max-md:order-3',
    cell: ({ method }) =>
      method === null ? <span className="text-faint">{t('no method')}</span> : <MethodName name={method} />,
  },
  {
    head: msg('This'),
    className: 'md:text-end max-md:order-4 max-md:justify-self-end',
    cell: ({ here }) => <Part part={here} label={t('here')} />,
  },
  {
    head: msg('Other'),
    className: 'md:text-end max-md:order-5 max-md:col-start-2 max-md:justify-self-end',
    cell: ({ there }) => <Part part={there} label={t('there')} />,
  },
  {
    head: msg('Difference'),
    className: 'md:text-end max-md:order-2 max-md:justify-self-end',
    cell: ({ difference, isExact }) =>
      isExact ? <Difference value={difference} /> : <span className="text-faint">{t('not known')}</span>,
  },
];

function Part({ part, label }: { part: ComparedGas['here']; label: string }) {
  if (part === undefined) return <span className="text-faint">{rich('not called {label}', { label })}</span>;
  return (
    <span className="whitespace-nowrap">
      {!part.isExact && '≥ '}
      {groupDigits(part.ownGas)}
      {part.calls > 1 && (
        <span className="text-faint"> {t('in {calls} calls', { calls: groupDigits(part.calls) })}</span>
      )}{' '}
      <span className="text-faint md:hidden">{label}</span>
    </span>
  );
}

function Difference({ value, hasUnit = false }: { value: bigint; hasUnit?: boolean }) {
  if (value === 0n) return <span className="text-faint">{t('equal')}</span>;
  const gas = `${value < 0n ? '−' : '+'}${groupDigits(value < 0n ? -value : value)}`;
  return (
    <span className={`whitespace-nowrap ${value < 0n ? 'text-ok' : 'text-error'}`}>
      {hasUnit ? rich('{gas} gas in all', { gas: <bdi>{gas}</bdi> }) : <bdi>{gas}</bdi>}
    </span>
  );
}
