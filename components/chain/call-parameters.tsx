import type { z } from 'zod';
import { TokenLabel } from '@/components/token/token-label';
import type { decodedCall } from '@/lib/endpoints/decoded-call';
import type { Token } from '@/lib/endpoints/token';
import { parseSignature } from '@/lib/evm/parse-signature';
import { formatAmount, parseDecimals } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { type MeaningContext, meaningOf } from '@/lib/format/parameter-meaning';
import { displayText } from '@/lib/format/text';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { ChainLink } from './chain-link';
import { ItemList, TooDeep } from './nested-values';

type DecodedCall = z.output<typeof decodedCall>;
type Value = DecodedCall['parameters'][number]['value'];

const MAX_VALUE_LENGTH = 1_024;
const MAX_DEPTH = 6;

/** A decoded call: signature and parameters; `token` is what it was sent to, if that is a token. */
export function CallParameters({ call, token }: { call: DecodedCall; token?: AmountToken | undefined }) {
  const name = call.method_call.split('(', 1)[0] ?? '';
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
                <NamedValue parameter={parameter} of={{ name, token }} />
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

/** A parameter's value, told by the name of the function or event: an amount, a limit or a time. */
export function NamedValue({
  parameter,
  of,
}: {
  parameter: Parameter;
  of: MeaningContext & { token?: AmountToken | undefined };
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
  if (meaning === 'time') return <TimeValue seconds={Number(value)} />;
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
  return <ParameterValue value={value} of={parseType(type)} depth={0} />;
}

function TimeValue({ seconds }: { seconds: number }) {
  const date = new Date(1_000 * seconds).toISOString();
  return (
    <>
      {seconds}{' '}
      <time dateTime={date} className="text-soft">
        {formatUtc(date)}
      </time>
    </>
  );
}

/** A type with those of its members, if it is a struct or an array of structs. */
type Typed = Readonly<{ type: string; components?: readonly Typed[] }>;

/** `(address,uint256)[]` as an ABI has it; what is no such type has no members. */
function parseType(text: string): Typed {
  return parseSignature(`_(${text})`)?.inputs[0] ?? { type: text };
}

/** A decoded value: integers grouped, addresses linked, arrays and structs as nested lists, size bounded. */
function ParameterValue({ value, of, depth }: { value: Value; of: Typed; depth: number }) {
  if (typeof value === 'string') return <TextValue value={value} type={of.type} />;
  if (value.length === 0) return <span className="text-faint">{t('empty')}</span>;
  if (depth >= MAX_DEPTH) return <TooDeep count={value.length} />;
  const item = { ...of, type: of.type.replace(/\[\d*\]$/, '') };
  const isArray = item.type !== of.type;
  return (
    <ItemList
      items={value}
      draw={(inner, index) => (
        <ParameterValue
          value={inner}
          of={isArray ? item : (of.components?.[index] ?? { type: '' })}
          depth={depth + 1}
        />
      )}
    />
  );
}

function TextValue({ value, type }: { value: string; type: string }) {
  if (type === 'address') {
    const same = { 'data-same': value.toLowerCase(), className: 'mono' };
    if (!/^0x[0-9a-fA-F]{40}$/.test(value)) return <span {...same}>{displayText(value, 42)}</span>;
    return (
      <ChainLink to={`/address/${value}`} {...same}>
        {value}
      </ChainLink>
    );
  }
  if (/^u?int\d*$/.test(type)) return <span title={value}>{groupDigits(value)}</span>;
  if (value === '') return <span className="text-faint">{t('empty')}</span>;
  return <bdi className={type === 'string' ? '' : 'mono'}>{displayText(value, MAX_VALUE_LENGTH)}</bdi>;
}
