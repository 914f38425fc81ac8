const YEAR_SECONDS = 31_536_000;

/** Stores a display preference in a cookie and redirects back. A value not in `values` resets to the default. */
export async function saveChoice(
  request: Request,
  { cookie, values }: { cookie: string; values: readonly string[] },
): Promise<Response> {
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
