const LONGEST = 200;

/**
 * What a person looks for, from what they typed or pasted: the hash, address or height out of an explorer's URL, a
 * hash without 0x with it, anything else as it is without the space around it. Cut to a bounded length.
 */
export function readSearchText(typed: string): string {
  const text = typed.trim();
  if (/^https?:\/\//i.test(text)) return readUrl(text);
  if (/^(0x)?[0-9a-f]{64}$/i.test(text) || /^0x[0-9a-f]{40}$/i.test(text)) return withPrefix(text);
  if (/^#?\d{1,3}(,\d{3})+$/.test(text) || /^#\d+$/.test(text)) return text.replace(/[#,]/g, '');
  return text.slice(0, LONGEST);
}

function readUrl(text: string): string {
  const hash = /0x[0-9a-f]{64}/i.exec(text) ?? /0x[0-9a-f]{40}/i.exec(text);
  const height = /\/block\/(\d+)/i.exec(text);
  return hash?.[0].toLowerCase() ?? height?.[1] ?? text.slice(0, LONGEST);
}

const withPrefix = (text: string) => `0x${text.replace(/^0x/i, '').toLowerCase()}`;
