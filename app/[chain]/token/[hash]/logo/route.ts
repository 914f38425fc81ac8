import { callExtra } from '@/lib/client/call';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { getTokenLogo } from '@/lib/endpoints/token';
import { AppError } from '@/lib/errors';
import type { Params } from '../load';

const YEAR = 'public, max-age=31536000, immutable';
const HOUR = 'public, max-age=3600';

/** The logo of a token: a picture that runs nothing, by the token list of the operator. */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  const { chain, hash } = await params;
  if (!/^\d{1,20}$/.test(chain) || !ADDRESS_HASH.test(hash)) return none(404);
  try {
    const where = { chain, params: { address_hash_param: hash.toLowerCase() } };
    const logo = await callExtra(getTokenLogo, where);
    if (logo === undefined) return none(404);
    const isVersioned = new URL(request.url).searchParams.has('v');
    return new Response(Buffer.from(logo.base64, 'base64'), {
      headers: { 'content-type': logo.media_type, 'cache-control': isVersioned ? YEAR : HOUR },
    });
  } catch (error) {
    if (error instanceof AppError) return none(503);
    throw error;
  }
}

function none(status: number): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store' } });
}
