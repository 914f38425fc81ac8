import { type NextRequest, NextResponse } from 'next/server';
import { API_PATH } from '@/lib/api-path';
import { type Config, loadConfig } from '@/lib/config';
import { isLink } from '@/lib/format/link-path';

/** Set only by bin/web: render the error page for this status. */
const PROBLEM_HEADER = 'x-problem';
/** Routes that set their own Cache-Control. */
const PROBE_PATH = '/api/json/config';
const OWN_CACHING =
  /^\/live\/|\/opengraph-image(-\w+)?$|^\/\d{1,20}\/(token\/0x[\da-fA-F]{40}\/logo|address\/0x[\da-fA-F]{40}\/feed\.atom)$/;
/** Routes that any site may show in a frame: they have no form and no action. */
const EMBEDDED = /^\/embed\//;
/** A page by its URL with a suffix, as data. */
const VIEW = /^(\/\d{1,20}\/(?:(?:tx|block|address|op)\/.+|[a-z-]+))\.(json|csv|md)$/;
const HANDLE_PAGE = /^\/(\d{1,16})\/handle\/[^/]+$/;
const PROBE_TIMEOUT_MS = 2_000;
const UNREADABLE = 502;

/** Forwards API paths without the server's key, adds security headers, and routes failed pages to the error page. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  if (API_PATH.test(pathname)) return forwardToApi(request);
  const nonce = btoa(crypto.randomUUID());
  const headers = new Headers(request.headers);
  const problem = headers.get(PROBLEM_HEADER);
  const isEmbedded = problem === null && EMBEDDED.test(pathname);
  const policy = contentSecurityPolicy(nonce, isEmbedded ? '*' : "'none'", relayerOf(pathname));
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  headers.set('x-requested-path', pathname);
  headers.delete('x-api-answer');
  headers.set('x-requested-query', request.nextUrl.search);
  headers.delete(PROBLEM_HEADER);
  const answer = await route(request, headers, problem);
  answer.headers.set('content-security-policy', policy);
  for (const [name, value] of SECURITY_HEADERS) answer.headers.set(name, value);
  if (!isEmbedded) answer.headers.set('x-frame-options', 'DENY');
  if (problem !== null || !OWN_CACHING.test(pathname))
    answer.headers.set('cache-control', 'private, no-cache');
  return answer;
}

/** Everything except immutable assets and what sets its own headers. */
export const config = {
  matcher: [
    '/((?!_next/static/|brand/|\\d+/token/\\w+/instance/\\d+/picture$|icon\\.svg$|favicon\\.ico$|apple-touch-icon\\.png$|robots\\.txt$).*)',
  ],
};

const SECURITY_HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'],
] as const;

/** The relayer that a page lets wallets decrypt through. */
function relayerOf(pathname: string): string | undefined {
  const chain = HANDLE_PAGE.exec(pathname)?.[1] ?? '';
  return Object.hasOwn(currentConfig().fheRelayers, chain) ? currentConfig().fheRelayers[chain] : undefined;
}

/** A relayer is asked for shares of a value, which WebAssembly of this site puts together. */
function contentSecurityPolicy(nonce: string, ancestors: string, relayer: string | undefined): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${relayer === undefined ? '' : " 'wasm-unsafe-eval'"}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${relayer === undefined ? '' : ` ${relayer}/`}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

async function route(request: NextRequest, headers: Headers, problem: string | null): Promise<NextResponse> {
  if (problem === null) {
    const { pathname, search } = request.nextUrl;
    if (isLink(pathname, search))
      return NextResponse.rewrite(new URL('/elsewhere', request.url), { request: { headers } });
    const [, page, format] = VIEW.exec(pathname) ?? [];
    if (page !== undefined)
      return NextResponse.rewrite(new URL(`/view/${format}${page}${search}`, request.url), {
        request: { headers },
      });
    const isHidden = /^\/(problem|view|elsewhere)(\/|$)/.test(pathname);
    if (!isHidden) return NextResponse.next({ request: { headers } });
  }
  if (problem === null || problem === '404') {
    return NextResponse.rewrite(new URL('/problem/not-found', request.url), {
      request: { headers },
      status: 404,
    });
  }
  const probed = await probeApi();
  const isFine = probed === 200 || probed === 404;
  // a page that failed for want of the API did so even if the API is back by now
  const isOwn = isFine && problem !== '503';
  headers.set('x-api-answer', String(isFine && !isOwn ? 503 : probed));
  const status = isOwn ? 500 : 503;
  return NextResponse.rewrite(new URL('/problem', request.url), {
    request: { headers },
    status,
    ...(status === 503 && { headers: { 'retry-after': '5' } }),
  });
}

function forwardToApi(request: NextRequest): NextResponse {
  const { pathname, search } = new URL(request.url);
  return NextResponse.rewrite(`${currentConfig().apiUrl}${pathname}${search}`);
}

/** What the API answers this server to what every page begins with; 0 if nothing in time, 502 if it is no such answer. */
async function probeApi(): Promise<number> {
  const { apiUrl, apiKey } = currentConfig();
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const headers = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const answer = await fetch(`${apiUrl}${PROBE_PATH}`, { cache: 'no-store', signal, headers });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return answer.status;
    }
    const { chains } = Object(await answer.json());
    return typeof chains === 'object' && chains !== null && !Array.isArray(chains) ? 200 : UNREADABLE;
  } catch (error) {
    return error instanceof SyntaxError ? UNREADABLE : 0;
  }
}

let known: Config | undefined;

function currentConfig(): Config {
  known ??= loadConfig();
  return known;
}
