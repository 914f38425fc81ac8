import { type ApiContext, setHeaders } from './respond';

const METHODS = 'GET,HEAD,OPTIONS,POST';
const DAY_S = 86_400;
/** A header's name. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const MAX_NAMES = 50;
/** No response depends on cookies. */
const COOKIES = ['cookie', 'cookie2', 'set-cookie'];

/** Answers a preflight: any origin may send any header but cookies, which the clients of today name freely. */
export function preflight(c: ApiContext): Response {
  const named = (c.req.header('access-control-request-headers') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const allowed = named.filter((name) => NAME.test(name) && !COOKIES.includes(name)).slice(0, MAX_NAMES);
  setHeaders(c, {
    'access-control-allow-methods': METHODS,
    'access-control-max-age': String(DAY_S),
    vary: 'access-control-request-headers',
    ...(allowed.length > 0 && { 'access-control-allow-headers': allowed.join(',') }),
  });
  return new Response(null, { status: 204, headers: c.get('headers') });
}
