import { AddressLabel } from '@/components/chain/address';
import { Word } from '@/components/state-change/storage-word';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { GasProfile, StorageWrite } from '@/lib/endpoints/gas-profile';
import { countOf, groupDigits } from '@/lib/format/number';

const MAX_ROWS = 40;

/** Traced storage writes in order, with their gas. */
export function StorageWrites({ storage }: { storage: NonNullable<GasProfile['storage']> }) {
  if (storage.writes.length === 0) return null;
  const shown = storage.writes.slice(0, MAX_ROWS);
  const rest = storage.writes_count - shown.length;
  return (
    <Panel
      title="Storage writes"
      id="storage-writes"
      aside={`${countOf(storage.writes_count, 'write')}${rest > 0 ? `, the first ${shown.length}` : ''}`}
    >
      <DataTable
        caption="Storage writes in order"
        columns={COLUMNS}
        rows={shown}
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
      />
    </Panel>
  );
}

const COLUMNS: readonly Column<StorageWrite>[] = [
  {
    head: 'Contract',
    className: 'max-md:order-1 md:w-1/3 md:max-w-0',
    cell: ({ address }) => <AddressLabel address={address} />,
  },
  { head: 'Slot', className: 'max-md:order-3', cell: ({ slot }) => <Word word={slot} /> },
  { head: 'Value', className: 'max-md:order-4', cell: ({ value }) => <Word word={value} /> },
  {
    head: 'Gas',
    className: 'md:text-right max-md:order-2 max-md:justify-self-end',
    cell: ({ gas }) => (gas === null ? <span className="text-faint">unknown</span> : groupDigits(gas)),
  },
];
