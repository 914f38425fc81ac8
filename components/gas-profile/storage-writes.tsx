import { AddressLabel } from '@/components/chain/address';
import { Word } from '@/components/state-change/storage-word';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { GasProfile, StorageWrite } from '@/lib/endpoints/gas-profile';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

const MAX_ROWS = 40;

/** Traced storage writes in order, with their gas. */
export function StorageWrites({ storage }: { storage: NonNullable<GasProfile['storage']> }) {
  if (storage.writes.length === 0) return null;
  const shown = storage.writes.slice(0, MAX_ROWS);
  return (
    <Panel
      title={t('Storage writes')}
      id="storage-writes"
      aside={
        shown.length < storage.writes_count
          ? t('{count, plural, one {# write} other {# writes}}, the first {shown}', {
              count: storage.writes_count,
              shown: shown.length,
            })
          : t('{count, plural, one {# write} other {# writes}}', { count: storage.writes_count })
      }
    >
      <DataTable
        caption={t('Storage writes in order')}
        columns={COLUMNS}
        rows={shown}
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<StorageWrite>[] = [
  {
    head: msg('Contract'),
    className: 'max-md:order-1 md:w-1/3 md:max-w-0',
    cell: ({ address }) => <AddressLabel address={address} />,
  },
  { head: msg('Slot'), className: 'max-md:order-3', cell: ({ slot }) => <Word word={slot} /> },
  { head: msg('Value'), className: 'max-md:order-4', cell: ({ value }) => <Word word={value} /> },
  {
    head: msg('Gas'),
    className: 'md:text-end max-md:order-2 max-md:justify-self-end',
    cell: ({ gas }) => (gas === null ? <span className="text-faint">{t('unknown')}</span> : groupDigits(gas)),
  },
];
