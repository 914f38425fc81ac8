import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { StorageChanges } from '@/lib/endpoints/call-tree';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { FromNode } from './from-node';

type Account = StorageChanges['accounts'][number];
type Code = NonNullable<Account['code']>['after'];
type Row = Readonly<{
  address: Account['address'];
  what: 'nonce' | 'code';
  before: ReactNode;
  after: ReactNode;
  isOfNode: boolean;
}>;

/** Nonces and codes that an access list has, before and after; nothing without any. */
export function AccountChangesPanel({ changes }: { changes: StorageChanges | undefined }) {
  if (changes === undefined || changes.accounts.length === 0) return null;
  const { accounts, accounts_count: count, is_proven } = changes;
  return (
    <Panel
      title={t('Nonces and code')}
      id="accounts"
      aside={t('{count, plural, one {# account} other {# accounts}}', { count })}
    >
      <DataTable
        caption={t('Nonces and code changed by this transaction')}
        columns={COLUMNS}
        rows={accounts.flatMap((account) => toRows(account, is_proven))}
        narrow="max-md:grid-cols-2"
      />
    </Panel>
  );
}

function toRows({ address, nonce, code }: Account, isProven: boolean): Row[] {
  const isOfNode = (change: Readonly<{ before: unknown; is_before_proven: boolean }>) =>
    isProven && change.before !== null && !change.is_before_proven;
  const nonces: Row[] = nonce
    ? [
        {
          ...{ address, what: 'nonce', isOfNode: isOfNode(nonce) },
          before: nonce.before === null ? null : groupDigits(nonce.before),
          after: groupDigits(nonce.after),
        },
      ]
    : [];
  const codes: Row[] = code
    ? [
        {
          ...{ address, what: 'code', isOfNode: isOfNode(code) },
          before: code.before && <CodeText code={code.before} />,
          after: <CodeText code={code.after} />,
        },
      ]
    : [];
  return [...nonces, ...codes];
}

function CodeText({ code: { size, hash, delegate } }: { code: Code }) {
  if (size === 0) return t('no code');
  if (delegate === null)
    return <span title={hash}>{t('{count, plural, one {# byte} other {# bytes}}', { count: size })}</span>;
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-x-1">
      {t('delegates to')} <AddressLabel address={delegate} />
    </span>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    head: msg('Address'),
    className: 'max-md:col-span-2 md:w-1/3 md:max-w-0',
    cell: ({ address }) => <AddressLabel address={address} />,
  },
  {
    head: msg('Part'),
    className: 'max-md:col-span-2',
    cell: ({ what }) => <span className="text-soft">{what === 'nonce' ? t('Nonce') : t('Code')}</span>,
  },
  {
    head: msg('Before'),
    isNamed: true,
    cell: ({ before, isOfNode }) => (
      <>
        {before ?? <span className="text-faint">{t('not known')}</span>} {isOfNode && <FromNode />}
      </>
    ),
  },
  {
    head: msg('After'),
    isNamed: true,
    cell: ({ after }) => after,
  },
];
