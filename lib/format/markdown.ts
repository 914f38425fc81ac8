import { displayText } from './text';

const MAX_TEXT = 120;
/** Whatever has a meaning in Markdown or makes a renderer turn a text into a link. */
const SPECIAL = /[\\`*_{}[\]<>()#!|~&:@]|\.(?=\p{L})/gu;

/** Untrusted text in Markdown: bounded, on one line, and nothing but text to every renderer. */
export function markdownText(text: string, maxLength: number = MAX_TEXT): string {
  return displayText(text, maxLength).replace(SPECIAL, (character) => `\\${character}`);
}

/** Untrusted text as code, such as a signature: bounded, and without the backticks that would end it. */
export function markdownCode(text: string, maxLength: number = MAX_TEXT): string {
  return `\`${displayText(text, maxLength).replaceAll('`', 'ˋ').replaceAll('|', '¦')}\``;
}

/** A list of facts; those without a value are left out. Names and values are Markdown already. */
export function markdownFacts(
  facts: readonly (readonly [name: string, value: string | undefined])[],
): string {
  return facts
    .flatMap(([name, value]) => (value === undefined ? [] : [`- **${name}:** ${value}`]))
    .join('\n');
}

/** A table of Markdown cells. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
