/** Scripts in which letters are joined or kept apart by invisible characters. */
const JOINING =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}';
const PICTURE = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f';
/** Joiners that join nothing: neither letters of such a script nor emojis. */
const LOOSE_JOINERS = new RegExp(
  `(?<![${JOINING}${PICTURE}])[\\u200c\\u200d]|[\\u200c\\u200d](?![${JOINING}${PICTURE}])`,
  'gu',
);
const PLAIN = /^[\x20-\x7e]*$/;
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, direction marks, byte order marks, fillers and tags. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/**
 * A name, symbol or the like from strangers without what cannot be seen: control characters and padding, direction and
 * byte order marks, zero-width characters that join nothing. One line, or its lines; empty if nothing is left.
 */
export function cleanText(text: string, { hasLines = false } = {}): string {
  if (PLAIN.test(text)) return text.trim();
  if (hasLines)
    return text
      .split(/\r?\n/)
      .map((line) => cleanText(line))
      .join('\n')
      .trim();
  return text.replace(LINE_BREAKS, ' ').replace(LOOSE_JOINERS, '').replace(UNSEEN, '').trim();
}
