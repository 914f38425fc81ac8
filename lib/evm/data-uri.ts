type DataUri = Readonly<{ mediaType: string; data: Buffer }>;

const SCHEME = 'data:';
const PERCENT = 0x25;
const MAX_HEADER = 200;

/**
 * Decodes a `data:` URI (RFC 2397), tolerating malformed escapes; the media type is in lower case. Undefined if
 * none.
 */
export function decodeDataUri(uri: Buffer): DataUri | undefined {
  const start = uri.subarray(0, MAX_HEADER).toString('latin1').trimStart();
  const comma = uri.indexOf(',');
  if (!start.toLowerCase().startsWith(SCHEME) || comma < 0 || comma >= MAX_HEADER) return undefined;
  const header = uri.subarray(0, comma).toString('latin1').trim().slice(SCHEME.length);
  const [mediaType = '', ...parameters] = header.split(';').map((part) => part.trim().toLowerCase());
  const payload = uri.subarray(comma + 1);
  const isBase64 = parameters.includes('base64');
  const data = isBase64 ? Buffer.from(payload.toString('latin1'), 'base64') : unescapePercent(payload);
  return { mediaType, data };
}

function unescapePercent(bytes: Buffer): Buffer {
  const unescaped = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const digits = byte === PERCENT ? bytes.toString('latin1', index + 1, index + 3) : '';
    const isEscape = /^[0-9a-f]{2}$/i.test(digits);
    unescaped[length] = isEscape ? Number.parseInt(digits, 16) : byte;
    length += 1;
    if (isEscape) index += 2;
  }
  return unescaped.subarray(0, length);
}
