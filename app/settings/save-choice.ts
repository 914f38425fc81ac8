const YEAR_SECONDS = 31_536_000;

/** Where browsers say that a form of this site, or the visitor's own action, sent a request; some say nothing. */
const OWN_SITES: ReadonlySet<string | null> = new Set(['same-origin', 'none', null]);

/**
 * Stores a display preference in a cookie and redirects back. A value not in `values` resets to the default. 403 for a form
 * of another site.
 */
export async function saveChoice(
  request: Request,
  { cookie, values }: { cookie: string; values: readonly string[] },
): Promise<Response> {
  if (!OWN_SITES.has(request.headers.get('sec-fetch-site'))) return new Response(null, { status: 403 });
  const choice = new URLSearchParams(await readShort(request)).get(cookie) ?? '';
  const isChosen = values.includes(choice);
  const age = isChosen ? YEAR_SECONDS : 0;
  const headers = {
    location: pathOf(request.headers.get('referer')),
    'set-cookie': `${cookie}=${isChosen ? choice : ''}; Path=/; Max-Age=${age}; SameSite=Lax`,
  };
  return new Response(null, { status: 303, headers });
}

/** The first 100 characters of the body. */
async function readShort(request: Request): Promise<string> {
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  return length <= 100 ? request.text() : '';
}

/** Only the referrer's path, so that the redirect stays on this site. */
function pathOf(referer: string | null): string {
  if (referer === null || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return `/${pathname.replace(/^[/\\]+/, '')}${search}`;
}
