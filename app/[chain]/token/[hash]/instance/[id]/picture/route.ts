import { createRequestLimit } from '@/app/limit-requests';
import { onChainImage } from '@/components/token-instance/instance-media';
import { callExtra } from '@/lib/client/call';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { getTokenInstance } from '@/lib/endpoints/token-instance';
import { AppError } from '@/lib/errors';
import type { InstanceParams } from '../../../load';

/** Four pages of a gallery. */
const isWithinLimit = createRequestLimit({ requests: 200, seconds: 10 });
const DATA_URI = /^data:(image\/[\w+.-]+);base64,(.+)$/s;
/** Opened by itself, an SVG runs no script and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The picture of an NFT that is on chain, for pages that cannot hold all of theirs. */
export async function GET(_request: Request, { params }: { params: InstanceParams }): Promise<Response> {
  const { chain, hash, id } = await params;
  const isValid = /^\d{1,20}$/.test(chain) && ADDRESS_HASH.test(hash) && /^\d{1,78}$/.test(id);
  if (!isValid) return respond(404, 'Not found');
  if (!(await isWithinLimit())) return respond(429, 'Too many requests');
  try {
    const where = { chain, params: { address_hash_param: hash.toLowerCase(), token_id_param: id } };
    const instance = await callExtra(getTokenInstance, where);
    const [, type, base64] = DATA_URI.exec((instance && onChainImage(instance)) ?? '') ?? [];
    if (type === undefined || base64 === undefined) return respond(404, 'No picture on chain');
    return new Response(Buffer.from(base64, 'base64'), {
      headers: {
        'content-type': type,
        'cache-control': 'private, max-age=3600',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
      },
    });
  } catch (error) {
    if (error instanceof AppError) return respond(503, error.publicMessage);
    throw error;
  }
}

function respond(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
