const DAY_MS = 86_400_000;
/** Requested several times a call, and the same until midnight. */
let lastDay = { number: Number.NaN, text: '' };

/** The UTC day of a Unix time in milliseconds as a `date` column takes it, `YYYY-MM-DD`. */
export function utcDate(milliseconds: number): string {
  const number = Math.floor(milliseconds / DAY_MS);
  if (number !== lastDay.number)
    lastDay = { number, text: new Date(milliseconds).toISOString().slice(0, 'YYYY-MM-DD'.length) };
  return lastDay.text;
}
