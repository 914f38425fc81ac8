/** A path with parameters; those that are undefined, null or empty are left out. */
export function withQuery(path: string, parameters: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) => {
    const text = String(value ?? '');
    return text === '' ? [] : [[name, text]];
  });
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}
