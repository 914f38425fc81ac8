const MAX_LENGTH = 120;
const MIN_BYTES = 5;
const MAX_BYTES = 4_096;

/**
 * Makes untrusted text safe to display: control and invisible characters are replaced, long text truncated. Use
 * inside <bdi>.
 */
export function displayText(text: string, maxLength: number = MAX_LENGTH): string {
  // A character may be two code units.
  const start = text.slice(0, maxLength * 2 + 2);
  const characters = [...start];
  const isCut = characters.length > maxLength || start.length < text.length;
  const shown = characters.slice(0, maxLength).map(displayCharacter).join('');
  return isCut ? `${shown}…` : shown;
}

/** Sanitizes source code per line like `displayText`, tabs as two spaces, truncated to `maxLength` characters. */
export function displaySource(source: string, maxLength: number): string {
  const lines = source.slice(0, maxLength).split(/\r\n|\r|\n/);
  const shown = lines.map((line) => displayText(line.replaceAll('\t', '  '), maxLength)).join('\n');
  return source.length > maxLength ? `${shown}…` : shown;
}

/** Decodes hex as text; undefined unless it is printable UTF-8 of at least a few bytes. */
export function readableText(hex: string): string | undefined {
  if (hex.length < MIN_BYTES * 2 + 2) return undefined;
  const text = decodeUtf8(hex, MAX_BYTES);
  const isCut = hex.length > MAX_BYTES * 2 + 2;
  const whole = isCut ? text.replace(/\ufffd+$/, '') : text;
  return /^[^\p{Cc}\p{Cs}\p{Co}\p{Cn}\ufffd]+$/u.test(whole.replace(/[\n\r\t]/g, ' ')) ? whole : undefined;
}

/** Decodes at most `maxBytes` bytes of hex as UTF-8; invalid bytes become �. */
export function decodeUtf8(hex: string, maxBytes: number): string {
  const bytes = hex.slice(2, maxBytes * 2 + 2).match(/../g) ?? [];
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)),
  );
}

function displayCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return isInvisible(code) ? '�' : character;
}

function isInvisible(code: number): boolean {
  return (
    (code >= 0x80 && code < 0xa0) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xad ||
    code === 0x61c ||
    code === 0x200b ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    (code >= 0xe0000 && code <= 0xe007f)
  );
}
