/** Local URL of a port that a role listens on. */
export function ownUrl({ host }: { host: string }, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  return `http://${bracketHost(host === '::' ? '::1' : host)}:${port}`;
}

/** A host for use in a URL (IPv6 in brackets). */
export function bracketHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
