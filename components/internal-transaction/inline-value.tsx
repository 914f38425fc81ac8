import { Fragment, type ReactNode } from 'react';
import { ShortNumber } from '@/components/chain/amount';
import {
  type AmountContext,
  drawAmount,
  tokenAt,
  type Unit,
  type Units,
} from '@/components/chain/amount-value';
import { drawTime } from '@/components/chain/time-value';
import { tokenSymbol } from '@/components/token/token-label';
import type { CallFrame } from '@/lib/endpoints/call-tree';
import { findUnits, listNamedTokens } from '@/lib/format/amount-unit';
import { shortenHandle, shortenHash, shortenTokenId } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { hasAmount } from '@/lib/format/parameter-meaning';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

type Parameters = NonNullable<CallFrame['results']>;
type Value = Parameters[number]['value'];
/** Names of addresses by lower-case address, and units of amounts. */
export type ValueContext = Readonly<{
  chainId: string;
  nameOf: (address: string) => string | undefined;
  units: Units;
}>;

const MAX_SHOWN = 6;
const MAX_ITEMS = 3;
const MAX_LENGTH = 40;
const MAX_DEPTH = 2;
/** The largest integer, which stands for "no limit". */
const UNLIMITED = String(2n ** 256n - 1n);

/** Decoded values in one line: names, short addresses and bytes, amounts. Few elements, as pages have many. */
export function InlineValues(props: {
  values: Parameters;
  amounts: AmountContext | undefined;
  context: ValueContext;
}) {
  const { values, amounts, context } = props;
  const rest = values.length - MAX_SHOWN;
  return (
    <>
      {values.slice(0, MAX_SHOWN).map((one, index) => {
        const { name, type, value } = one;
        const label = `${index > 0 ? ', ' : ''}${name === '' ? '' : `${displayText(name, 24)}: `}`;
        const isAddress = type === 'address' && typeof value === 'string';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name; their order is fixed
          <Fragment key={index}>
            {label !== '' && <i>{label}</i>}
            {isAddress ? (
              <a href={`/${context.chainId}/address/${value}`} data-same={value.toLowerCase()}>
                {shorten(value, type, { depth: 0, context })}
              </a>
            ) : (
              ((amounts && drawAmount(one, amounts, drawUnit)) ??
              drawTime(one) ??
              shorten(value, type, { depth: 0, context }))
            )}
          </Fragment>
        );
      })}
      {rest > 0 && `, ${t('… {count} more', { count: rest })}`}
    </>
  );
}

const drawUnit = (unit: Unit) => (
  <bdi>{'address_hash' in unit ? tokenSymbol(unit) : displayText(unit.symbol, MAX_LENGTH)}</bdi>
);

/** Functions of tokens whose result is an amount of the token. */
const READS = new Set(['balanceOf', 'totalSupply', 'allowance']);

/** The units of a call's amounts: of its arguments, and of its results, which a swap's path may name. */
export function amountsOf(
  { method, to, decoded_input: decoded, results }: CallFrame,
  units: Units,
): Readonly<{ arguments: AmountContext; results: AmountContext }> | undefined {
  if (decoded === null || method === null) return undefined;
  const token = to === null ? undefined : tokenAt(units, to.hash);
  const named = findUnits([...decoded.parameters, ...(results ?? [])], method);
  const own = token?.address_hash.toLowerCase();
  const ofToken =
    own !== undefined && READS.has(method)
      ? new Map((results ?? []).map(({ name }) => [name, own] as const))
      : named;
  return {
    arguments: { name: method, token, units, named },
    results: { name: method, units, named: ofToken },
  };
}

/** The contracts that amounts of calls may be of: the called ones, and those that parameters name. */
export function listCallTokens(frames: readonly CallFrame[]): string[] {
  const found = frames.flatMap(({ method, to, decoded_input: decoded, declared_inputs: inputs }) => {
    if (decoded === null || method === null || to === null) return [];
    return [
      ...(hasAmount(method) || READS.has(method) ? [to.hash] : []),
      ...listNamedTokens(decoded, inputs),
    ];
  });
  return [...new Set(found)];
}

type Place = Readonly<{ depth: number; context: ValueContext }>;

/** A decoded value in a few words. */
function shorten(value: Value, type: string, { depth, context }: Place): ReactNode {
  if (typeof value === 'string') return shortenText(value, type, context);
  if (value.length === 0) return '[]';
  if (depth >= MAX_DEPTH)
    return t('[{count, plural, one {# value} other {# values}}]', { count: value.length });
  const inner = type.replace(/\[\d*\]$/, '');
  const place = { depth: depth + 1, context };
  const rest = value.length - MAX_ITEMS;
  return (
    <>
      [
      {value.slice(0, MAX_ITEMS).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items may be equal; their order is fixed
        <Fragment key={index}>
          {index > 0 && ', '}
          {shorten(item, inner, place)}
        </Fragment>
      ))}
      {rest > 0 && `, ${t('… {count} more', { count: rest })}`}]
    </>
  );
}

function shortenText(value: string, type: string, { nameOf }: ValueContext): ReactNode {
  if (/^-?\d+$/.test(value)) {
    if (value.length <= MAX_LENGTH) return groupDigits(value);
    const text = value === UNLIMITED ? '2²⁵⁶ − 1' : shortenTokenId(value);
    return <ShortNumber value={BigInt(value)}>{text}</ShortNumber>;
  }
  if (/^0x[0-9a-fA-F]*$/.test(value)) {
    const bytes = (value.length - 2) / 2;
    const name = bytes === 20 ? nameOf(value.toLowerCase()) : undefined;
    if (name !== undefined) return `${displayText(name, 24)} ${shortenHandle(value)}`;
    return bytes <= 20
      ? shortenHash(value)
      : t('{start}… ({bytes} bytes)', { start: value.slice(0, 10), bytes: groupDigits(bytes) });
  }
  const text = displayText(value, MAX_LENGTH);
  return type === 'string' ? `“${text}”` : text;
}
