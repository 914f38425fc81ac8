/**
 * The language of a request among those there are (the first is the default): the one chosen by a cookie, else the
 * first that the browser's `Accept-Language` (RFC 9110) ranks highest, `de-AT` by `de`.
 */
export function chooseLanguage(
  codes: readonly string[],
  { chosen, accepted }: Readonly<{ chosen: string | undefined; accepted: string | undefined }>,
): string {
  const [standard = 'en'] = codes;
  if (chosen !== undefined && codes.includes(chosen)) return chosen;
  const ranked = (accepted ?? '')
    .slice(0, MAX_LENGTH)
    .split(',')
    .map(readRange)
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { range } of ranked) {
    const found = range === '*' ? standard : codes.find((code) => matches(code, range));
    if (found !== undefined) return found;
  }
  return standard;
}

const MAX_LENGTH = 500;

function readRange(entry: string): Readonly<{ range: string; quality: number }> {
  const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = weight === undefined ? 1 : Number(weight);
  return { range, quality: range === '' || Number.isNaN(quality) ? 0 : quality };
}

/** `de` serves `de-AT`; `pt-BR` serves `pt-BR` and `pt`. */
function matches(code: string, range: string): boolean {
  const known = code.toLowerCase();
  return known === range || range.startsWith(`${known}-`) || known.startsWith(`${range}-`);
}
