import type { z } from 'zod';
import type { DeclaredInputs, decodedCall } from '@/lib/endpoints/decoded-call';
import { parseSignature } from '@/lib/evm/parse-signature';
import { type DeclaredParameter, findUnits } from '@/lib/format/amount-unit';
import { displayText } from '@/lib/format/text';
import {
  type AddressNames,
  type AmountContext,
  type AmountToken,
  drawAmount,
  type Units,
} from './amount-value';
import { DeclaredValue, FoldedValue } from './declared-value';
import { type DecodedBytes, isDecoded } from './decoded-bytes';
import { drawRouterConstant } from './router-constant';

type DecodedCall = z.output<typeof decodedCall>;
type CallProps = {
  call: DecodedCall;
  /** Its ABI parameters, if known, for the field names of structs. */
  inputs: DeclaredInputs;
  /** The recipient, if it is a token. */
  token?: AmountToken | undefined;
  /** For amounts whose unit another parameter names. */
  units?: Units;
  names?: AddressNames | undefined;
  /** The bytes that are calls listed below, from `listDecodedBytes`. */
  decoded?: ReadonlySet<string>;
};

const NOTHING: ReadonlySet<string> = new Set();
/** The hex digits of a command of a Universal Router, which has no selector. */
const COMMAND_LENGTH = 2;

/** A decoded call: signature and parameters. */
export function CallParameters({ call, inputs, token, units, names, decoded = NOTHING }: CallProps) {
  const name = call.method_call.split('(', 1)[0] ?? '';
  const of = { name, token, units, names, named: findUnits(call.parameters, name) };
  const isCommand = call.method_id.length === COMMAND_LENGTH;
  return (
    <div className="border-b border-line last:border-b-0">
      <p className="mono wrap-any px-4 py-2.5 text-base">
        <bdi>
          <Signature text={call.method_call} />
        </bdi>
        <span className="ms-2 text-sm text-faint">0x{displayText(call.method_id, 8)}</span>
      </p>
      {call.parameters.length > 0 && (
        <dl className="divide-y divide-line border-t border-line">
          {call.parameters.map((parameter, index) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name; their order is fixed
              key={index}
              className="grid gap-x-4 px-4 py-2 text-sm sm:grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)]"
            >
              <dt className="min-w-0">
                <bdi className="wrap-any font-medium">
                  {parameter.name === '' ? `#${index}` : displayText(parameter.name, 60)}
                </bdi>{' '}
                <span className="mono wrap-any text-xs text-faint">{displayText(parameter.type, 120)}</span>
              </dt>
              <dd className="wrap-any min-w-0">
                {isDecoded(parameter, decoded) ? (
                  <FoldedValue value={parameter.value}>
                    <DeclaredValue value={parameter.value} of={parseType(parameter.type)} method={of} />
                  </FoldedValue>
                ) : (
                  ((isCommand ? drawRouterConstant(parameter) : undefined) ?? (
                    <NamedValue
                      parameter={parameter}
                      declared={inputs?.[index]}
                      of={of}
                      bytes={{ path: parameter.name, decoded }}
                    />
                  ))
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The name of a function or event, and the types of its parameters. */
export function Signature({ text }: { text: string }) {
  const [, name = text, rest = ''] = /^([^(]*)(.*)$/s.exec(text) ?? [];
  return (
    <>
      <span className="font-semibold text-accent">{displayText(name, 120)}</span>
      <span className="text-soft">{displayText(rest, 480)}</span>
    </>
  );
}

type Parameter = Pick<DecodedCall['parameters'][number], 'name' | 'type' | 'value'>;

/** A parameter's value, shown as an amount or a limit where the name of the function or event implies it. */
export function NamedValue({
  parameter,
  declared,
  of,
  bytes,
}: {
  parameter: Parameter;
  declared: DeclaredParameter | undefined;
  of: AmountContext;
  bytes?: DecodedBytes;
}) {
  const amount = drawAmount(parameter, of);
  if (amount !== undefined) return amount;
  const known = declared ?? { name: parameter.name, ...parseType(parameter.type) };
  return <DeclaredValue value={parameter.value} of={known} bytes={bytes} method={of} />;
}

/** `(address,uint256)[]` as an ABI has it, without names; a text that is no type stays as it is. */
function parseType(text: string): DeclaredParameter {
  return parseSignature(`_(${text})`)?.inputs[0] ?? { type: text };
}
