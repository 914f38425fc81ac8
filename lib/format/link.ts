/** Appends query parameters, also to a path that has some, omitting undefined, null and empty ones. */
export function withQuery(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) => {
    const text = String(value ?? '');
    return text === '' ? [] : [[name, text]];
  });
  if (entries.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(entries)}`;
}
