import { THEME_COOKIE } from '@/app/theme';

const YEAR_SECONDS = 31_536_000;

/** Keeps the chosen theme in a cookie and goes back to the page that it was chosen on. */
export async function POST(request: Request): Promise<Response> {
  const theme = new URLSearchParams(await readShort(request)).get('theme');
  const isChosen = theme === 'light' || theme === 'dark';
  const age = isChosen ? YEAR_SECONDS : 0;
  const headers = {
    location: pathOf(request.headers.get('referer')),
    'set-cookie': `${THEME_COOKIE}=${isChosen ? theme : ''}; Path=/; Max-Age=${age}; SameSite=Lax`,
  };
  return new Response(null, { status: 303, headers });
}

/** At most 100 characters of the body: no more are needed to name a theme. */
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
