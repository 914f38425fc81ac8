import { Panel } from '@/components/ui/panel';
import type { Contract } from '@/lib/endpoints/contract';
import type { GuessedFunction } from '@/lib/evm/guess-functions';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { VariablesTable } from './variables-table';

const MAX_SHOWN = 200;
const MAX_NAMES = 8;

type Props = {
  variables: NonNullable<Contract['derived_storage']>;
  guessed: readonly GuessedFunction[];
};

/** Storage variables of a contract without sources, as its bytecode lets one take them to be. */
export function DerivedStorage({ variables, guessed }: Props) {
  if (variables.length === 0) return null;
  const names = new Map<string, string | undefined>(
    guessed.map(({ selector, candidates }) => [selector, candidates[0]?.name]),
  );
  const list = (selectors: readonly string[]) => {
    const shown = selectors.slice(0, MAX_NAMES).map((one) => displayText(names.get(one) ?? one, 60));
    const rest = selectors.length - shown.length;
    return `${shown.join(', ')}${rest > 0 ? ` +${rest}` : ''}` || '–';
  };
  return (
    <Panel
      title={t('Storage derived from the bytecode')}
      id="derived-storage"
      aside={groupDigits(variables.length)}
    >
      <VariablesTable titles={[t('Slot'), t('Byte'), t('Type'), t('Read by'), t('Written by')]}>
        {variables.slice(0, MAX_SHOWN).map(({ slot, offset, type, reads, writes }) => (
          <tr key={`${slot}.${offset}.${type}`}>
            <td className="mono wrap-any px-4 py-1.5">{slot.replace(/^0x0*(?=.)/, '0x')}</td>
            <td className="px-4 py-1.5">{offset}</td>
            <td className="mono px-4 py-1.5">
              <bdi>{displayText(type, 160)}</bdi>
            </td>
            {[reads, writes].map((selectors, at) => (
              <td key={at === 0 ? 'reads' : 'writes'} className="wrap-any px-4 py-1.5 text-soft">
                <bdi>{list(selectors)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </VariablesTable>
      <p className="border-t border-line px-4 py-2 text-sm text-soft">
        {t('Slots and types are inferred from how the code uses them. They may be incomplete or wrong.')}
      </p>
    </Panel>
  );
}
