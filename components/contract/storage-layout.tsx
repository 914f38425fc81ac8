import { z } from 'zod';
import { Panel } from '@/components/ui/panel';
import type { Contract } from '@/lib/endpoints/contract';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { VariablesTable } from './variables-table';

const MAX_VARIABLES = 300;
const layoutSchema = z.object({
  storage: z.array(z.object({ label: z.string(), slot: z.string(), offset: z.number(), type: z.string() })),
  types: z.record(z.string(), z.object({ label: z.string(), numberOfBytes: z.string() })).nullish(),
});

/** The storage layout of the contract, by the compiler. */
export function StorageLayout({ contract }: { contract: Contract }) {
  const layout = layoutSchema.safeParse(contract.storage_layout).data;
  if (layout === undefined || layout.storage.length === 0) return null;
  return (
    <Panel title={t('Storage layout')} id="storage" aside={groupDigits(layout.storage.length)}>
      <VariablesTable titles={[t('Slot'), t('Byte'), t('Variable'), t('Type'), t('Bytes')]}>
        {layout.storage.slice(0, MAX_VARIABLES).map(({ label, slot, offset, type }) => (
          <tr key={`${slot}.${offset}.${label}`}>
            <td className="mono px-4 py-1.5">{displayText(slot, 80)}</td>
            <td className="px-4 py-1.5">{offset}</td>
            <td className="px-4 py-1.5 font-medium">
              <bdi>{displayText(label, 120)}</bdi>
            </td>
            <td className="mono px-4 py-1.5 text-soft">
              <bdi>{displayText(layout.types?.[type]?.label ?? type, 160)}</bdi>
            </td>
            <td className="px-4 py-1.5">{displayText(layout.types?.[type]?.numberOfBytes ?? '', 20)}</td>
          </tr>
        ))}
      </VariablesTable>
      {layout.storage.length > MAX_VARIABLES && (
        <p className="border-t border-line px-4 py-2 text-xs text-faint">
          {t(
            '{count, plural, one {# more variable} other {# more variables}}. The API returns all of them in storage_layout.',
            { count: layout.storage.length - MAX_VARIABLES },
          )}
        </p>
      )}
    </Panel>
  );
}
