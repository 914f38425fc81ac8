/** A regular expression of the digits of a height, optionally in groups of three with one kind of separator. */
export const HEIGHT = String.raw`\d{1,16}|\d{1,3}(?<separator>[\s,.'’_])\d{3}(?:\k<separator>\d{3}){0,4}`;

const TEXT = new RegExp(`^#?\\s*(?:${HEIGHT})$`, 'u');

/** A height as in `17686110`, `17,686,110`, `17.686.110` or `#5`; undefined for anything else, and from 2^53. */
export function readHeight(text: string): number | undefined {
  const height = TEXT.test(text) ? Number(text.replace(/\D/g, '')) : undefined;
  return Number.isSafeInteger(height) ? height : undefined;
}
