/** Appends query parameters, omitting undefined, null and empty ones. */
export function withQuery(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(parameters).flatMap(([name, value]) => {
    const text = String(value ?? '');
    return text === '' ? [] : [[name, text]];
  });
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}
