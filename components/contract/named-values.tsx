import { z } from 'zod';
import { DeclaredValue } from '@/components/chain/declared-value';
import { MoreItems } from '@/components/chain/nested-values';
import type { decodedValue } from '@/lib/endpoints/decoded-call';
import type { DeclaredParameter } from '@/lib/format/amount-unit';
import { displayText } from '@/lib/format/text';

type Value = z.output<typeof decodedValue>;
/** A parameter of an ABI, as an API answers it. */
export const declared: z.ZodType<DeclaredParameter, DeclaredParameter> = z.lazy(() =>
  z.object({ name: z.string().optional(), type: z.string(), components: z.array(declared).optional() }),
);

const MAX_SHOWN = 50;

type Props = {
  parameters: readonly DeclaredParameter[];
  values: readonly Value[];
  decimals?: number | undefined;
};

/** Values by the names and types of their parameters; integers also in a unit with these decimals, if any. */
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
              {value !== undefined && <DeclaredValue value={value} of={parameter} decimals={decimals} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A parameter's name, or its number, and its type. */
function ParameterName({ parameter, index }: { parameter: DeclaredParameter; index: number }) {
  const { name = '', type } = parameter;
  return (
    <>
      <bdi className="wrap-any font-medium">{name === '' ? `#${index}` : displayText(name, 60)}</bdi>{' '}
      <span className="mono wrap-any text-xs text-faint">{displayText(type, 80)}</span>
    </>
  );
}
