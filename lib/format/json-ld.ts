const ESCAPED = /[<>&\u2028\u2029]/g;

/** A description in the terms of schema.org as JSON for a script element, which no text in it can end or begin. */
export function writeJsonLd(type: string, fields: Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@type': type, ...fields });
  return json.replace(ESCAPED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
