import type { Log } from '@/lib/endpoints/log';
import { displayText } from '@/lib/format/text';
import { type AmountToken, NamedValue } from '../chain/call-parameters';

type Props = {
  decoded: NonNullable<Log['decoded']>;
  /** The emitting contract, if it is a token: amounts are shown in its unit. */
  token?: AmountToken | undefined;
};

/** Event parameters as `name: type = value`, indexed ones marked. */
export function EventParameters({ decoded, token }: Props) {
  const { parameters } = decoded;
  const name = decoded.method_call.split('(', 1)[0] ?? '';
  if (parameters.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1 px-4 pb-2 text-sm sm:pl-[4.25rem]">
      {parameters.map((parameter, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name; their order is fixed
          key={index}
          className="grid gap-x-3 sm:grid-cols-[minmax(7rem,17rem)_minmax(0,1fr)]"
        >
          <dt className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <span className="wrap-any font-medium">
              <bdi>{parameter.name === '' ? `#${index}` : displayText(parameter.name, 60)}</bdi>
              <span className="font-normal text-faint">:</span>
            </span>
            <span className="mono wrap-any text-xs text-faint">{displayText(parameter.type, 120)}</span>
            {parameter.indexed && (
              <span className="text-xs text-accent" title="Stored in a topic, so nodes can filter by it">
                indexed
              </span>
            )}
          </dt>
          <dd className="flex min-w-0 gap-2">
            <span aria-hidden="true" className="text-faint max-sm:hidden">
              =
            </span>
            <div className="wrap-any min-w-0">
              <NamedValue parameter={parameter} of={{ name, token }} />
            </div>
          </dd>
        </div>
      ))}
    </dl>
  );
}
