import { z } from 'zod';

/** A URL of one of these protocols. */
export const url = (protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
/** An http or https URL. */
export const httpUrl = url(['http:', 'https:']);
/** An http or https URL, or `off`. */
export const httpUrlOrOff = z.string().refine((text) => text === 'off' || httpUrl.safeParse(text).success, {
  error: 'must be a URL that begins with http:// or https://, or off',
});
/** A URL of PostgreSQL. */
export const postgresUrl = url(['postgres:', 'postgresql:']);
const linkUrl = url(['http:', 'https:', 'mailto:']);
/** A whole number within bounds. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    });
/** A port. */
export const port = integer(1, 65535);
/** Heights of a partition. A batch of blocks must be much smaller. */
export const MIN_PARTITION = 1_000;
/** More than any chain has. */
export const MAX_PARTITION = 1_000_000_000;
/** A height. */
export const height = integer(0, Number.MAX_SAFE_INTEGER);
/** What commas separate, without empty parts. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
/** A line of at most so many characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, { error: `must be at most ${max} characters` })
    .transform((line) => line.replace(/\s+/g, ' '));
const MAX_LINKS = 8;
const LINKS = `must be at most ${MAX_LINKS} links, comma-separated, each text=URL with an https, http or mailto URL`;
/** Links with their texts. */
export const links = list.transform((entries, context) => {
  const found = entries.flatMap((entry) => {
    const at = entry.indexOf('=');
    const [name, href] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
    return at > 0 && name !== '' && name.length <= 40 && linkUrl.safeParse(href).success
      ? [{ text: name, href }]
      : [];
  });
  if (found.length < entries.length || found.length > MAX_LINKS) context.addIssue(LINKS);
  return found;
});
const MAX_RELAYERS = 64;
/** Nothing that ends a directive of a Content-Security-Policy, no credentials and no query. */
const RELAYER = /^([1-9]\d{0,15})\s*=\s*(https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w.~-]+)*)\/?$/;
/** URLs by chain ID, without a slash at the end. */
export const relayers = list.transform((entries, context) => {
  const found = entries.flatMap((entry) => {
    const [, chain, href] = RELAYER.exec(entry) ?? [];
    return chain !== undefined && href !== undefined && URL.canParse(href) ? [[chain, href] as const] : [];
  });
  const byChain = Object.fromEntries(found);
  if (Object.keys(byChain).length < entries.length || entries.length > MAX_RELAYERS)
    context.addIssue(
      `must be at most ${MAX_RELAYERS} relayers, comma-separated, each chain ID=URL without a query, each chain once`,
    );
  return byChain;
});
/** URLs of RPC endpoints, at least one. */
export const rpcList = list.pipe(z.array(httpUrl).min(1, { error: 'must contain at least one URL' }));
