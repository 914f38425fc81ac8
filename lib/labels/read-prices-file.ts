import { readFile, stat } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { AppError } from '@/lib/errors';
import { COIN } from '@/lib/evm/coin';
import { hexToBuffer } from '@/lib/evm/hex';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';

/** The price of an asset (no bytes: the coin) on a day in UTC, counted from 1970-01-01: dollars for one whole unit, a decimal. */
export type DayPrice = Readonly<{ chainId: number | undefined; asset: Buffer; day: number; price: string }>;

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_PRICES = 200_000;
const MAX_SHOWN = 5;
const DAY_MS = 86_400_000;

const row = z.strictObject({
  day: z.iso.date({ error: 'is no day as 2026-01-31' }),
  token: z.string().regex(/^(coin|0x[0-9a-fA-F]{40})$/, { error: 'is neither an address nor coin' }),
  price: z.string().regex(/^\d{1,12}(\.\d{1,18})?$/, { error: 'is no decimal as 1234.56' }),
  chain_id: z.preprocess(
    (text) => (text === '' ? undefined : text),
    z.coerce.number().int().positive().optional(),
  ),
});
const record = z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.number() }) });

/**
 * Reads prices of days: CSV with the columns day, token (an address, or `coin`, which the zero address is too), price and
 * chain_id, which may be missing if there is one chain (`chains`: how many there are). Throws AppError `config` naming the
 * lines that are not valid, and why.
 */
export async function readPricesFile(path: string, chains: number): Promise<DayPrice[]> {
  const named = `PRICES_FILE ${path}`;
  const records = parseRecords(named, await readText(named, path));
  if (records.length > MAX_PRICES)
    throw new AppError('config', `${named} has more than ${MAX_PRICES} prices: leave some out.`);
  const prices: DayPrice[] = [];
  const problems: string[] = [];
  const lineOf = new Map<string, number>();
  for (const { record: fields, info } of records) {
    const parsed = row.safeParse(fields);
    const price = parsed.success ? toDayPrice(parsed.data) : undefined;
    const key = price && `${chains > 1 ? price.chainId : ''} ${price.asset.toString('hex')} ${price.day}`;
    const earlier = key === undefined ? undefined : lineOf.get(key);
    const why = parsed.error
      ? `${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`.trim()
      : earlier !== undefined
        ? `has the day and token of line ${earlier}`
        : chains > 1 && price?.chainId === undefined
          ? 'chain_id is missing, as there are several chains'
          : undefined;
    if (why !== undefined) problems.push(`line ${info.lines}: ${why}`);
    if (key === undefined || price === undefined) continue;
    lineOf.set(key, info.lines);
    prices.push(price);
  }
  if (problems.length > 0)
    throw new AppError(
      'config',
      `${named} has ${problems.length} lines that are not valid: ${problems.slice(0, MAX_SHOWN).join('; ')}.`,
    );
  return prices;
}

function toDayPrice({ day, token, price, chain_id }: z.output<typeof row>): DayPrice {
  const asset = token === 'coin' ? COIN : hexToBuffer(token);
  return {
    chainId: chain_id,
    asset: asset.equals(ZERO_ADDRESS) ? COIN : asset,
    day: Date.parse(day) / DAY_MS,
    price,
  };
}

async function readText(named: string, path: string): Promise<string> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new AppError('config', `${named} cannot be read: correct the path.`, { cause });
  });
  if (size > MAX_BYTES) throw new AppError('config', `${named} is larger than 16 MB.`);
  return readFile(path, 'utf8');
}

function parseRecords(named: string, text: string): z.output<typeof record>[] {
  try {
    const options = { bom: true, columns: true, trim: true, skip_empty_lines: true, info: true } as const;
    return z.array(record).parse(parse(text, options));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.slice(0, 200) : '';
    throw new AppError('config', `${named} is no CSV: ${why}`, { cause });
  }
}
