const MAX_LENGTH = 200;
const LIST = /^[a-z0-9-]+(,[a-z0-9-]+)*$/;

/** The name of a column in the URL, by its heading. */
export function toColumnId(head: string): string {
  return head
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The columns in a URL, separated by commas; a form repeats the parameter. Undefined: all of them. */
export function readColumns(param: string | readonly string[] | undefined): string | undefined {
  const text = typeof param === 'string' ? param : [...new Set(param)].join(',');
  return text.length <= MAX_LENGTH && LIST.test(text) ? text : undefined;
}

/** The columns to show, by their headings: the first always, all if none of the others is requested. */
export function chooseColumns(heads: readonly string[], requested: string | undefined): ReadonlySet<string> {
  const ids = heads.map(toColumnId);
  const names = new Set(requested?.split(','));
  if (!ids.some((id) => names.has(id))) return new Set(ids);
  return new Set(ids.filter((id, place) => place === 0 || names.has(id)));
}
