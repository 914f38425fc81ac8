import type { z } from 'zod';
import { TokenLabel } from '@/components/token/token-label';
import type { DeclaredInputs, decodedCall } from '@/lib/endpoints/decoded-call';
import type { Token } from '@/lib/endpoints/token';
import { parseSignature } from '@/lib/evm/parse-signature';
import { formatAmount, parseDecimals } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { type MeaningContext, meaningOf, namedToken } from '@/lib/format/parameter-meaning';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { type Declared, DeclaredValue, FoldedValue } from './declared-value';
import { type DecodedBytes, isDecoded } from './decoded-bytes';

type DecodedCall = z.output<typeof decodedCall>;
type CallProps = {
  call: DecodedCall;
  /** What its ABI declares, if that is known: the names of the fields of structs. */
  inputs: DeclaredInputs;
  /** What it was sent to, if that is a token. */
  token?: AmountToken | undefined;
  /** Tokens by address, for amounts of one that a parameter names. */
  tokens?: ReadonlyMap<string, AmountToken>;
  /** Where its bytes are calls that are listed below, as `listDecodedBytes` gives it. */
  decoded?: ReadonlySet<string>;
};

const NOTHING: ReadonlySet<string> = new Set();

/** A decoded call: signature and parameters. */
export function CallParameters({ call, inputs, token, tokens, decoded = NOTHING }: CallProps) {
  const name = call.method_call.split('(', 1)[0] ?? '';
  const address = namedToken(call);
  const named = tokens?.get(address ?? '');
  // an amount of the token that is named is none of the called one, even where the named one is not known
  const of = {
    name,
    token: address === undefined ? token : named,
    hasNamedToken: named !== undefined,
  };
  return (
    <div className="border-b border-line last:border-b-0">
      <p className="mono wrap-any px-4 py-2.5 text-base">
        <Signature text={call.method_call} />
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
                    <DeclaredValue value={parameter.value} of={parseType(parameter.type)} />
                  </FoldedValue>
                ) : (
                  <NamedValue
                    parameter={parameter}
                    declared={inputs?.[index]}
                    of={of}
                    bytes={{ path: parameter.name, decoded }}
                  />
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Signature({ text }: { text: string }) {
  const [, name = text, rest = ''] = /^([^(]*)(.*)$/s.exec(text) ?? [];
  return (
    <bdi>
      <span className="font-semibold text-accent">{displayText(name, 120)}</span>
      <span className="text-soft">{displayText(rest, 480)}</span>
    </bdi>
  );
}

/** The token that amounts are of. */
export type AmountToken = Pick<Token, 'address_hash' | 'name' | 'symbol' | 'decimals'>;
type Parameter = Pick<DecodedCall['parameters'][number], 'name' | 'type' | 'value'>;

/** A parameter's value, told by the name of the function or event where that makes it an amount or a limit. */
export function NamedValue({
  parameter,
  declared,
  of,
  bytes,
}: {
  parameter: Parameter;
  declared: Declared | undefined;
  of: MeaningContext & { token?: AmountToken | undefined };
  bytes?: DecodedBytes;
}) {
  const { value, type } = parameter;
  const meaning = typeof value === 'string' ? meaningOf(parameter, of) : undefined;
  if (meaning === 'unlimited')
    return (
      <span
        title={t('{amount}, which contracts take for no limit', {
          amount: groupDigits(String(value)),
        })}
      >
        {t('unlimited')}
      </span>
    );
  const decimals = parseDecimals(of.token?.decimals ?? null);
  if (meaning === 'amount' && decimals !== undefined && of.token !== undefined) {
    const shown = formatAmount(BigInt(String(value)), decimals);
    return (
      <span
        className="figure"
        title={t('{amount} in the smallest unit', { amount: groupDigits(String(value)) })}
      >
        {shown.exact} <TokenLabel token={of.token} />
      </span>
    );
  }
  const known = declared ?? { name: parameter.name, ...parseType(type) };
  return <DeclaredValue value={value} of={known} bytes={bytes} />;
}

/** `(address,uint256)[]` as an ABI has it, without names; a text that is no type stays as it is. */
function parseType(text: string): Declared {
  return parseSignature(`_(${text})`)?.inputs[0] ?? { type: text };
}
