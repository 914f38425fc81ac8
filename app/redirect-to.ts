/** A 303 to a path of this site; relative, so that a forged Host header cannot redirect elsewhere. */
export function redirectTo(path: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: path, 'cache-control': 'private, no-cache' },
  });
}
