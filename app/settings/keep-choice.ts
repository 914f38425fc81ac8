const YEAR_SECONDS = 31_536_000;

/**
 * Keeps a choice of the display menu in a cookie and goes back to the page that it was made on. Anything but one of
 * `values` is the default, which needs no cookie.
 */
export async function keepChoice(
  request: Request,
  { cookie, values }: { cookie: string; values: readonly string[] },
): Promise<Response> {
  const given = new URLSearchParams(await readShort(request)).get(cookie) ?? '';
  const isChosen = values.includes(given);
  const age = isChosen ? YEAR_SECONDS : 0;
  const headers = {
    location: pathOf(request.headers.get('referer')),
    'set-cookie': `${cookie}=${isChosen ? given : ''}; Path=/; Max-Age=${age}; SameSite=Lax`,
  };
  return new Response(null, { status: 303, headers });
}

/** At most 100 characters of the body: no more are needed to name a choice. */
async function readShort(request: Request): Promise<string> {
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  return length <= 100 ? request.text() : '';
}

/** Only the path of the referring page: a redirect must not lead to another site. */
function pathOf(referer: string | null): string {
  if (referer === null || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return `/${pathname.replace(/^[/\\]+/, '')}${search}`;
}
