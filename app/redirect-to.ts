/** A 303 to a path of this site. The path stands alone, so that no Host header can send anyone elsewhere. */
export function redirectTo(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-cache' },
  });
}
