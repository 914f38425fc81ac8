import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { FheAccountDelegation } from '@/lib/endpoints/fhe-access';
import { msg, t } from '@/lib/language/t';

/** Who may decrypt in the name of an address, and in whose name it may. */
export function DelegationsPanel({ items }: { items: readonly FheAccountDelegation[] }) {
  if (items.length === 0) return null;
  return (
    <Panel title={t('Delegated decryption')} id="delegations" aside={t('as of the latest block')}>
      <DataTable
        caption={t('Delegations by and to this address, newest first')}
        columns={COLUMNS}
        rows={items}
        narrow="max-md:grid-cols-[auto_minmax(0,1fr)]"
      />
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {t(
          'A delegate may decrypt those values of the account that the named contract may use, too. Delegations are for decryption alone: a delegate cannot use the values in transactions.',
        )}
      </p>
    </Panel>
  );
}

const STATES = {
  active: { text: msg('in force'), tone: 'ok' },
  expired: { text: msg('expired'), tone: 'neutral' },
  revoked: { text: msg('revoked'), tone: 'neutral' },
} as const;

const COLUMNS: readonly Column<FheAccountDelegation>[] = [
  {
    head: msg('Direction'),
    className: 'md:w-28 max-md:text-soft',
    cell: ({ direction }) => (direction === 'by' ? t('given to') : t('received from')),
  },
  {
    head: msg('Account'),
    cell: ({ direction, delegate, delegator }) => (
      <NamedAddress address={direction === 'by' ? delegate : delegator} />
    ),
  },
  {
    head: msg('For values of'),
    className: 'max-md:col-span-2',
    cell: ({ contract }) => (
      <>
        <span className="text-soft md:hidden">{t('For values of')} </span>
        {contract === null ? t('any contract') : <NamedAddress address={contract} />}
      </>
    ),
  },
  {
    head: msg('State'),
    className: 'md:w-28',
    cell: ({ state }) => <Pill tone={STATES[state].tone}>{t(STATES[state].text)}</Pill>,
  },
  {
    head: msg('Until'),
    className: 'md:w-36',
    cell: ({ state, expires_at: end }) =>
      state === 'revoked' ? '–' : end === null ? t('no expiry') : <Age timestamp={end} />,
  },
  {
    head: msg('Transaction'),
    className: 'md:w-40',
    cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} />,
  },
];
