import { z } from 'zod';
import { ChainLink } from '@/components/chain/chain-link';
import { ItemList, MoreItems, TooDeep } from '@/components/chain/nested-values';
import type { decodedValue } from '@/lib/endpoints/decoded-call';
import { formatAmount } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

type Value = z.output<typeof decodedValue>;
/** A parameter of an ABI, with those of its struct. */
export type Declared = Readonly<{
  name?: string | undefined;
  type: string;
  components?: readonly Declared[] | undefined;
}>;
/** Any such parameter, as an API answers it. */
export const declared: z.ZodType<Declared, Declared> = z.lazy(() =>
  z.object({ name: z.string().optional(), type: z.string(), components: z.array(declared).optional() }),
);

const MAX_SHOWN = 50;
const MAX_DEPTH = 8;
const MAX_TEXT = 2_000;

type Props = {
  parameters: readonly Declared[];
  values: readonly Value[];
  decimals?: number | undefined;
};

/** Values by the names and types of their parameters; integers also in a unit of so many decimals, if any. */
export function NamedValues({ parameters, ...of }: Props) {
  const rest = parameters.slice(MAX_SHOWN);
  return (
    <>
      <ValueList parameters={parameters.slice(0, MAX_SHOWN)} start={0} {...of} />
      {rest.length > 0 && (
        <div className="border-t border-line px-4 py-2 text-sm">
          <MoreItems count={rest.length}>
            <ValueList parameters={rest} start={MAX_SHOWN} {...of} />
          </MoreItems>
        </div>
      )}
    </>
  );
}

function ValueList({ parameters, values, decimals, start }: Props & { start: number }) {
  return (
    <dl className="divide-y divide-line text-sm">
      {parameters.map((parameter, at) => {
        const index = start + at;
        const value = values[index];
        return (
          <div key={index} className="grid gap-x-4 px-4 py-2 sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]">
            <dt className="min-w-0">
              <ParameterName parameter={parameter} index={index} />
            </dt>
            <dd className="wrap-any min-w-0">
              {value !== undefined && <AnyValue value={value} of={parameter} decimals={decimals} depth={0} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A parameter's name, or its number, and its type. */
function ParameterName({ parameter, index }: { parameter: Declared; index: number }) {
  const { name = '', type } = parameter;
  return (
    <>
      <bdi className="wrap-any font-medium">{name === '' ? `#${index}` : displayText(name, 60)}</bdi>{' '}
      <span className="mono wrap-any text-xs text-faint">{displayText(type, 80)}</span>
    </>
  );
}

type AnyProps = { value: Value; of: Declared; decimals: number | undefined; depth: number };

function AnyValue({ value, of, decimals, depth }: AnyProps) {
  if (typeof value === 'string') return <TextValue value={value} type={of.type} decimals={decimals} />;
  if (value.length === 0) return <span className="text-faint">{t('empty')}</span>;
  if (depth >= MAX_DEPTH) return <TooDeep count={value.length} />;
  const isArray = /\[\d*\]$/.test(of.type);
  const item = { ...of, type: of.type.replace(/\[\d*\]$/, '') };
  return (
    <ItemList
      items={value}
      draw={(inner, index) => {
        const declaredHere = isArray ? item : (of.components?.[index] ?? { type: '' });
        return (
          <>
            {isArray ? (
              <span className="text-xs text-faint">[{index}] </span>
            ) : (
              <bdi className="text-soft">{displayText(declaredHere.name || `#${index}`, 60)}: </bdi>
            )}
            <AnyValue value={inner} of={declaredHere} decimals={decimals} depth={depth + 1} />
          </>
        );
      }}
    />
  );
}

function TextValue({ value, type, decimals }: { value: string; type: string; decimals: number | undefined }) {
  if (type === 'address' && /^0x[0-9a-fA-F]{40}$/.test(value))
    return (
      <ChainLink to={`/address/${value}`} data-same={value.toLowerCase()} className="mono">
        {value}
      </ChainLink>
    );
  if (/^u?int\d*$/.test(type) && /^-?\d+$/.test(value)) {
    if (decimals === undefined || decimals === 0) return <span title={value}>{groupDigits(value)}</span>;
    return <span title={value}>{formatAmount(BigInt(value), decimals).exact}</span>;
  }
  if (value === '') return <span className="text-faint">{t('empty')}</span>;
  return <bdi className={type === 'string' ? '' : 'mono'}>{displayText(value, MAX_TEXT)}</bdi>;
}
