import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Address } from '@/lib/endpoints/address-mention';
import type { decodedValue } from '@/lib/endpoints/decoded-call';
import { nameOfAddress } from '@/lib/format/address-name';
import { type DeclaredParameter, findUnits, toFields } from '@/lib/format/amount-unit';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { Amount } from './amount';
import { type AddressNames, type AmountContext, drawAmount } from './amount-value';
import { ChainLink } from './chain-link';
import { DeceptiveLetters } from './deceptive-letters';
import { type DecodedBytes, ofFields, ofItem } from './decoded-bytes';
import { ImitationMark } from './imitation';
import { ItemList, TooDeep } from './nested-values';
import { drawTime } from './time-value';

type Value = z.output<typeof decodedValue>;
type Props = {
  value: Value;
  of: DeclaredParameter;
  /** Decimals of the unit in which integers are shown. */
  decimals?: number | undefined;
  /** Bytes that are listed below as calls fold. */
  bytes?: DecodedBytes | undefined;
  /** The function or event that it belongs to, for amounts within structs and names. */
  method?: Pick<AmountContext, 'name' | 'units' | 'names'> | undefined;
  depth?: number;
};

const MAX_DEPTH = 8;
const MAX_TEXT = 1_024;

/** A decoded value: integers grouped, addresses linked, arrays and structs as nested lists, size bounded. */
export function DeclaredValue({ value, of, decimals, bytes, method, depth = 0 }: Props) {
  if (typeof value === 'string') {
    const text = <TextValue value={value} of={of} decimals={decimals} names={method?.names} />;
    const isFolded = of.type === 'bytes' && bytes?.decoded.has(bytes.path);
    return isFolded ? <FoldedValue value={value}>{text}</FoldedValue> : text;
  }
  if (value.length === 0) return <span className="text-faint">{t('empty')}</span>;
  if (depth >= MAX_DEPTH) return <TooDeep count={value.length} />;
  const item = { ...of, type: of.type.replace(/\[\d*\]$/, '') };
  const isArray = item.type !== of.type;
  const inFields = isArray ? undefined : ofFields(bytes, of);
  const fields = isArray ? [] : toFields(value, of.components ?? []);
  const context = method && !isArray ? { ...method, named: findUnits(fields, method.name) } : undefined;
  return (
    <ItemList
      items={value}
      draw={(inner, index) => {
        const field = isArray ? item : (of.components?.[index] ?? { type: '' });
        const known = fields[index];
        const amount = known && context && drawAmount(known, context);
        return (
          <>
            {isArray ? (
              <span className="text-xs text-faint">[{index}] </span>
            ) : (
              <bdi className="text-soft">{displayText(field.name || `#${index}`, 60)}: </bdi>
            )}
            {amount ?? (
              <DeclaredValue
                value={inner}
                of={field}
                decimals={decimals}
                bytes={isArray ? ofItem(bytes, index) : inFields}
                method={method}
                depth={depth + 1}
              />
            )}
          </>
        );
      }}
    />
  );
}

/** A value whose bytes are calls that are listed below. */
export function FoldedValue({ value, children }: { value: Value; children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-faint hover:text-ink">
        {typeof value === 'string'
          ? t('{count, plural, one {# byte} other {# bytes}}', { count: value.length / 2 - 1 })
          : t('{count, plural, one {# value} other {# values}}', { count: value.length })}
        {', '}
        {t('decoded below')}
      </summary>
      {children}
    </details>
  );
}

type TextProps = {
  value: string;
  of: DeclaredParameter;
  decimals: number | undefined;
  names: AddressNames | undefined;
};

function TextValue({ value, of: { name = '', type }, decimals, names }: TextProps) {
  if (type === 'address' && /^0x[0-9a-fA-F]{40}$/.test(value))
    return (
      <ChainLink to={`/address/${value}`} data-same={value.toLowerCase()} className="mono">
        <NamePart address={names?.get(value.toLowerCase())} />
        {value}
      </ChainLink>
    );
  const time = drawTime({ name, type, value });
  if (time !== undefined) return time;
  if (/^u?int\d*$/.test(type) && /^-?\d+$/.test(value)) {
    if (decimals === undefined || decimals === 0) return <span title={value}>{groupDigits(value)}</span>;
    return (
      <span title={value}>
        <Amount value={BigInt(value)} decimals={decimals} isExact />
      </span>
    );
  }
  if (value === '') return <span className="text-faint">{t('empty')}</span>;
  return <bdi className={type === 'string' ? '' : 'mono'}>{displayText(value, MAX_TEXT)}</bdi>;
}

/** The name before an address, with its warnings. Few elements, as pages have many. */
function NamePart({ address }: { address: Address | undefined }) {
  const name = address === undefined ? null : nameOfAddress(address);
  if (address === undefined || name === null) return null;
  return (
    <>
      <ImitationMark imitated={address.imitates} />
      <DeceptiveLetters name={name} />
      <bdi className="font-sans">{displayText(name, 40)}</bdi>{' '}
    </>
  );
}
