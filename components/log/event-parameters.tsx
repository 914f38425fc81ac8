import type { Log } from '@/lib/endpoints/log';
import { findUnits } from '@/lib/format/amount-unit';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import type { AddressNames, Unit, Units } from '../chain/amount-value';
import { NamedValue } from '../chain/call-parameters';

type Props = {
  decoded: NonNullable<Log['decoded']>;
  inputs: Log['declared_inputs'];
  /** The unit of the emitter's amounts (`unitOfLog`). */
  token?: Unit | undefined;
  /** For amounts whose token another parameter names. */
  units?: Units;
  names: AddressNames;
};

/** Event parameters as `name: type = value`, indexed ones marked. */
export function EventParameters({ decoded, inputs, token, units, names }: Props) {
  const { parameters } = decoded;
  const name = decoded.method_call.split('(', 1)[0] ?? '';
  if (parameters.length === 0) return null;
  const of = { name, token, units, names, named: findUnits(parameters, name) };
  return (
    <dl className="parameters">
      {parameters.map((parameter, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name; their order is fixed
          key={index}
        >
          <dt>
            <b>
              <bdi>{parameter.name === '' ? `#${index}` : displayText(parameter.name, 60)}</bdi>
              <i>:</i>
            </b>
            <i>{displayText(parameter.type, 120)}</i>
            {parameter.indexed && <em>{t('indexed')}</em>}
          </dt>
          <dd>
            <div>
              <NamedValue parameter={parameter} declared={inputs?.[index]} of={of} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}
