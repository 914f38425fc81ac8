import { Meter } from '@/components/ui/meter';
import { formatTenths, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Gas used as a bar and a percentage, with exact values in the title. */
export function GasShare({ block }: { block: { gas_used: string; gas_limit: string } }) {
  const used = BigInt(block.gas_used);
  const limit = BigInt(block.gas_limit);
  const share = formatTenths(used, limit);
  return (
    <span
      className="inline-flex items-center gap-2 align-middle text-xs text-soft"
      title={t('{used} of {limit} gas', { used: groupDigits(used), limit: groupDigits(limit) })}
    >
      <span className="w-20 max-xs:hidden">
        <Meter
          label={t('{share} of the gas limit used', { share })}
          stretches={[{ perMille: perMille(used, limit), className: 'fill-accent' }]}
        />
      </span>
      <span className="w-12 text-end">{share}</span>
    </span>
  );
}
