import { DISPLAY_VALUES } from '@/components/layout/display-values';

const YEAR_SECONDS = 31_536_000;

/** Where browsers say that a form of this site, or the visitor's own action, sent a request; some say nothing. */
const OWN_SITES: ReadonlySet<string | null> = new Set(['same-origin', 'none', null]);

type Context = { params: Promise<{ choice: string }> };

/**
 * Stores a display preference or the language in a cookie and redirects back. A value that cannot be chosen resets to the
 * default. 403 for a form of another site; 404 for other settings, and for the language where pages have one only.
 */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { choice: cookie } = await params;
  const values = listValues(cookie);
  if (values === undefined) return new Response(null, { status: 404 });
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

/** Settings are not read here. */
export const GET = () => new Response(null, { status: 404 });

function listValues(name: string): readonly string[] | undefined {
  const codes = globalThis.languages?.codes ?? [];
  if (name === 'language') return codes.length < 2 ? undefined : codes;
  return new Map<string, readonly string[]>(Object.entries(DISPLAY_VALUES)).get(name);
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
