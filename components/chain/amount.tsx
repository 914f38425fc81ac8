import { type ReactNode, use } from 'react';
import { formatAmount, formatExact, formatUnits, parseInteger } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { readCoin, readCoinUnit } from './coin-unit';

const WEI_DECIMALS = 18;
const GWEI_DECIMALS = 9;
/** Decimals of a column, whose points are below each other. */
const COLUMN_PLACES = 6;
const SHORT_PLACES = 2;
/** A longer text may break. */
const LONG = 20;

/** How an amount is shown. */
export type AmountForm = Readonly<{
  /** With all digits, as in a transaction. */
  isExact?: boolean | undefined;
  /** In a column of amounts. */
  isColumn?: boolean | undefined;
  isShort?: boolean | undefined;
  isSigned?: boolean | undefined;
  className?: string | undefined;
}>;

type Props = AmountForm & {
  value: bigint;
  /** Undefined for a number of smallest units, which is told. */
  decimals: number | undefined;
  /** The unit. */
  children?: ReactNode;
};

/**
 * The amount of all pages, by the rule of `formatAmount`. A number that the rule rounds is a button, which shows all its
 * digits where it is focused or touched, and copies them.
 */
export function Amount({ value, decimals, children, className = '', ...form }: Props) {
  const { isExact, isColumn, isShort, isSigned } = form;
  const isNegative = value < 0n;
  const size = isSigned && isNegative ? -value : value;
  const places = isColumn ? COLUMN_PLACES : isShort ? SHORT_PLACES : undefined;
  const whole = formatAmount(size, decimals ?? 0, places);
  // of an unknown unit, digits beyond those of a text only widen the column
  const units = decimals === undefined && isColumn && !isExact ? formatUnits(size) : whole.text;
  const shown = { ...whole, text: units, isCut: whole.isCut || units !== whole.text };
  const sign = isSigned ? (isNegative ? '−' : '+') : '';
  const exact = `${sign}${shown.exact}`;
  const plain = `${isSigned && isNegative ? '-' : ''}${shown.plain}`;
  const text = isExact ? exact : `${sign}${shown.text}`;
  const tone = isSigned ? (isNegative ? ' text-error' : ' text-ok') : '';
  const isLong = text.length > LONG;
  const hasPoint = isColumn && !isExact && !isLong && Boolean(decimals);
  const number = hasPoint ? <Aligned text={text} tail={shown.tail} /> : text;
  // short names and little markup: a list has hundreds
  const breaks = isLong ? (isColumn ? ' long' : ' wrap-any') : isColumn ? '' : ' whitespace-nowrap';
  return (
    <span className={`${isColumn ? 'in-column' : 'figure'} ${className}`.trim()}>
      {shown.isCut ? (
        <button
          type="button"
          data-copy={isExact || plain !== exact ? plain : ''}
          title={isExact ? undefined : exact}
          className={`amount${breaks}${tone}`}
        >
          <span>{number}</span>
        </button>
      ) : `${breaks}${tone}` === '' ? (
        number
      ) : (
        <span className={`${breaks}${tone}`.trim()}>{number}</span>
      )}
      {decimals === undefined && value !== 0n && (
        <span className="text-xs whitespace-nowrap text-faint">
          {' '}
          {children
            ? t('units of')
            : t('{count, plural, one {smallest unit} other {smallest units}}', { count: value })}
        </span>
      )}
      {children && <> {children}</>}
    </span>
  );
}

/** The point is where the box of what follows it begins. */
function Aligned({ text, tail }: { text: string; tail: string }) {
  return (
    <>
      {tail === '' ? text : text.slice(0, -tail.length)}
      <span className="tail">{tail}</span>
    </>
  );
}

type ShortNumberProps = { value: bigint; className?: string; children: ReactNode };

/** A number by a word, or by its first and last digits; all of them are where those of a rounded amount are. */
export function ShortNumber({ value, className = '', children }: ShortNumberProps) {
  return (
    <button
      type="button"
      data-copy={String(value)}
      title={groupDigits(value)}
      className={`amount ${className}`.trim()}
    >
      <span>{children}</span>
    </button>
  );
}

type CoinProps = AmountForm & {
  wei: string | null;
  symbol: string;
};

/** An amount of the native coin in the visitor's unit; null is shown as unknown. */
export function CoinAmount({ wei, symbol, ...form }: CoinProps) {
  const value = parseInteger(wei);
  const unit = use(readCoin(symbol));
  if (value === undefined) return <Unknown />;
  return (
    <Amount value={value} decimals={unit.decimals} {...form}>
      <bdi className="text-soft">{unit.name}</bdi>
    </Amount>
  );
}

/** A gas price in Gwei, or in wei if that is the visitor's unit. */
export function GasPrice({ wei, ...form }: AmountForm & { wei: string | null }) {
  const value = parseInteger(wei);
  const isWei = use(readCoinUnit()) === 'wei';
  if (value === undefined) return <Unknown />;
  return (
    <Amount value={value} decimals={isWei ? 0 : GWEI_DECIMALS} {...form}>
      <span className="text-soft">{isWei ? t('wei') : t('Gwei')}</span>
    </Amount>
  );
}

/** A value the index lacks, distinct from zero. */
export function Unknown({ text = t('unknown') }: { text?: string }) {
  return <span className="text-faint">{text}</span>;
}

/** Exact decimal amount of the coin. */
export function coinText(wei: string, symbol: string): string {
  return `${formatExact(BigInt(wei), WEI_DECIMALS)} ${symbol}`;
}
