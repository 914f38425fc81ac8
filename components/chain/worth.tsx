import { rich } from '@/components/ui/rich';
import type { PriceSource } from '@/lib/endpoints/price-source';
import { parseInteger } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { formatMilliseconds, formatUtc } from '@/lib/format/time';
import { formatUsd, worthOf } from '@/lib/format/usd';
import { t } from '@/lib/language/t';
import { Age } from './age';
import { ChainLink } from './chain-link';

/** Dollars for one whole coin or token, and their source; null where unknown. */
export type Rate = Readonly<{ rate: string | null; source: PriceSource | null }>;
/** A rate at the time of a block, which is null for none. */
export type PastRate = Rate & Readonly<{ timestamp: string | null }>;

/** Decimals of the coin. */
export const COIN_DECIMALS = 18;

type Props = {
  amount: string | null;
  /** Undefined if they are not known: nothing is shown then. */
  decimals: number | undefined;
  symbol: string;
  now: Rate;
  past?: PastRate;
};

/** What an amount is worth in dollars now, and was at its block, each with its price in the title; nothing if no price is known. */
export function Worth({ amount, decimals, symbol, now, past }: Props) {
  const value = parseInteger(amount);
  if (value === undefined || value === 0n || decimals === undefined) return null;
  const dollarsNow = dollarsOf(value, decimals, now);
  const dollarsThen = past && dollarsOf(value, decimals, past);
  if (dollarsNow === undefined && dollarsThen === undefined) return null;
  return (
    <span className="wrap-any mt-0.5 block text-xs font-normal text-soft">
      {dollarsNow !== undefined && (
        <span className="md:whitespace-nowrap" title={explainRate(now, symbol)}>
          {formatUsd(dollarsNow)}
          {past && ` ${t('now')}`}
        </span>
      )}
      {dollarsNow !== undefined && dollarsThen !== undefined && ' · '}
      {past && dollarsThen !== undefined && (
        <span className="md:whitespace-nowrap" title={explainPastRate(past, symbol)}>
          {rich('{dollarsThen} when confirmed', { dollarsThen: formatUsd(dollarsThen) })}
        </span>
      )}
    </span>
  );
}

/** The price of one unit, its source and when it was set; for a past price, how long before its block. */
export function RateLine({ rate: given, symbol }: { rate: Rate | PastRate; symbol: string }) {
  const { rate, source } = given;
  if (rate === null) return null;
  const age = 'timestamp' in given ? ageAtBlock(given) : undefined;
  return (
    <span>
      1 <bdi>{symbol}</bdi> = {formatUsd(Number(rate))}
      {source !== null && (
        <>
          {' '}
          {source.address_hash === null
            ? nameFile(source)
            : rich('{kind, select, pool {from the pool} other {from the feed}} {address}, updated {age}', {
                kind: source.kind,
                address: (
                  <ChainLink to={`/address/${source.address_hash}`} title={source.address_hash}>
                    {nameSource(source)}
                  </ChainLink>
                ),
                age:
                  age === undefined ? (
                    <Age timestamp={source.updated_at} />
                  ) : (
                    t('{age} before the block', { age })
                  ),
              })}
          {source.kind === 'pool' && ` ${t('(anyone can move the price of a pool)')}`}
        </>
      )}
    </span>
  );
}

function dollarsOf(value: bigint, decimals: number, { rate }: Rate): number | undefined {
  return rate === null ? undefined : worthOf(value, decimals, rate);
}

function explainRate({ rate, source }: Rate, symbol: string): string {
  const price = `1 ${symbol} = ${formatUsd(Number(rate))}`;
  if (source === null) return price;
  if (source.kind === 'file') return `${price} ${nameFile(source)}`;
  return t(
    '{price} from {source}{kind, select, pool {, whose price anyone can move} other {}}, updated {updatedAt}',
    {
      price,
      source: nameSource(source),
      kind: source.kind,
      updatedAt: formatUtc(source.updated_at),
    },
  );
}

function explainPastRate(past: PastRate, symbol: string): string {
  const age = ageAtBlock(past);
  const price = explainRate(past, symbol);
  return age === undefined ? price : t('{price}, {age} before the block', { price, age });
}

function ageAtBlock({ source, timestamp }: PastRate): string | undefined {
  if (source === null || source.kind === 'file' || timestamp === null) return undefined;
  return formatMilliseconds(Math.max(0, Date.parse(timestamp) - Date.parse(source.updated_at)));
}

function nameSource({ description, address_hash: hash }: PriceSource): string {
  return description === null ? shortenHash(hash ?? '') : displayText(description, 60);
}

/** A price of a day says nothing of an hour. */
function nameFile({ updated_at }: PriceSource): string {
  return t("from the operator's file, for {day}", { day: updated_at.slice(0, 10) });
}
