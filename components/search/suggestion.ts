/** What a search may lead to, or an action of the page. */
export type Suggestion = Readonly<{
  /** "Token", "Block", "Page" … */
  kind: string;
  text: string;
  note: string;
  /** Path on this site. */
  href: string;
}>;

/** True for a suggestion of this site, as the server sends it or the browser has stored it. */
export function isSuggestion(value: unknown): value is Suggestion {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, text, note, href } = { kind: '', text: '', note: '', href: '', ...value };
  return [kind, text, note, href].every((field) => typeof field === 'string') && /^\/(?![/\\])/.test(href);
}
