const DAY_MS = 86_400_000;
/** Cached: used several times per request. */
let lastDay = { number: Number.NaN, text: '' };

/** The UTC day (`YYYY-MM-DD`) of a Unix time in milliseconds. */
export function utcDate(milliseconds: number): string {
  const number = Math.floor(milliseconds / DAY_MS);
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DD'.length) };
  return lastDay.text;
}
